import { Trans } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { connectionAtom } from '#pwa/use-connection.ts'
import { ConnectionLine } from '#ui/connection-line.tsx'

/** The status of the connection, shown while it is not online. */
export function ConnectionStatus() {
  const state = useAtomValue(connectionAtom)
  if (state === 'online') return null
  return (
    <ConnectionLine state={state}>
      {state === 'offline' && <Trans>Offline · you see what was last known</Trans>}
      {state === 'down' && <Trans>The service does not answer · you see what was last known</Trans>}
      {state === 'slow' && <Trans>The connection is slow · still trying</Trans>}
      {state === 'back' && <Trans>Back online</Trans>}
    </ConnectionLine>
  )
}

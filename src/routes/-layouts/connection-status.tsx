import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { connectionAtom } from '#pwa/use-connection.ts'
import { ConnectionLine } from '#ui/frame/connection-line.tsx'

const texts = {
  offline: msg`Offline · you see what was last known`,
  down: msg`The service does not answer · you see what was last known`,
  slow: msg`The connection is slow · still trying`,
  back: msg`Back online`,
}

/** The status of the connection, shown while it is not online. */
export function ConnectionStatus() {
  const { t } = useLingui()
  const state = useAtomValue(connectionAtom)
  return state !== 'online' && <ConnectionLine state={state}>{t(texts[state])}</ConnectionLine>
}

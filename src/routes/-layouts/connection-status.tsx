import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { createPortal } from 'react-dom'
import { connectionAtom } from '#pwa/use-connection.ts'
import { ConnectionLine } from '#ui/frame/connection-line.tsx'
import { isCoveredAtom } from '#ui/message/toast.ts'

const texts = {
  offline: msg`Offline · you see what was last known`,
  down: msg`The service does not answer · you see what was last known`,
  slow: msg`The connection is slow · still trying`,
  back: msg`Back online`,
}

/**
 * The status of the connection, shown while it is not online. An open sheet hides the page from screen readers, so they are told meanwhile by
 * a live region beside the app. One in the page would have Base UI hide only what is there when the sheet opens, not what comes later.
 */
export function ConnectionStatus() {
  const { t } = useLingui()
  const state = useAtomValue(connectionAtom)
  const isCovered = useAtomValue(isCoveredAtom)
  const words = state !== 'online' && t(texts[state])
  return (
    <>
      {words && <ConnectionLine state={state}>{words}</ConnectionLine>}
      {createPortal(
        // At the window's top: below the app it would make the page a pixel higher than the window.
        <div className="visually-hidden" style={{ insetBlockStart: 0 }} aria-live="polite">
          {isCovered && words}
        </div>,
        document.body,
      )}
    </>
  )
}

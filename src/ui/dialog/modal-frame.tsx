import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { memo, type ReactNode, type RefObject } from 'react'
import { classNames } from '#ui/class-names.ts'
import { KeepFocus, useModalChangeOf } from './modal-change.ts'
import modal from './modal.module.css'
import type { Layer } from './use-layer.ts'
import { useLeaving } from './use-leaving.ts'

interface ModalFrameProps {
  open: boolean
  keepMounted?: boolean
  layer: RefObject<Layer>
  viewport?: string | undefined
  popup?: string | undefined
  children: ReactNode
}

/**
 * The frame of every sheet. Costly on slow phones, so it re-renders only when the sheet opens or closes, if its children stay the
 * same.
 */
export const ModalFrame = memo(function ModalFrame(props: ModalFrameProps) {
  const { open, keepMounted, layer, children } = props
  const { scrim, viewport, popup } = useLeaving(open)
  const change = useModalChangeOf(open, layer)
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={open} onOpenChange={change}>
        <Dialog.Portal keepMounted={keepMounted}>
          <Dialog.Backdrop ref={scrim} className={modal.scrim} />
          <Dialog.Viewport ref={viewport} className={props.viewport}>
            <Dialog.Popup ref={popup} className={classNames(modal.popup, props.popup)} initialFocus={popup}>
              <KeepFocus />
              {children}
            </Dialog.Popup>
          </Dialog.Viewport>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
})

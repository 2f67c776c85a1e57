import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { keepFocus } from '#ui/button/lost-focus.ts'
import { type Layer, useLayer } from './use-layer.ts'

interface ChangeDetails {
  event: Event
  cancel: () => void
}

/** What closes a modal, always as last rendered: in the layer of the frame around it, or in one of its own. */
export function useLayerRef(onClose: () => void, locked?: boolean, around?: RefObject<Layer>) {
  const own = useRef<Layer>({ onClose, locked })
  const layer = around ?? own
  useLayoutEffect(() => {
    layer.current = { onClose, locked }
  }, [layer, onClose, locked])
  return layer
}

/**
 * Closes a modal by Back and by Base UI's own ways, unless work is under way or the tap was on a toast above it. Returns the
 * handler for Base UI.
 */
export function useModalChangeOf(open: boolean, layer: RefObject<Layer>) {
  useLayer(open, layer)
  return (isOpen: boolean, details: ChangeDetails) => {
    if (isOpen) return
    const { onClose, locked } = layer.current
    const { target } = details.event
    if (locked || (target instanceof Element && target.closest('[data-toaster]'))) details.cancel()
    else onClose()
  }
}

/** Rendered inside a modal: what Base UI's own focus management misses. */
export function KeepFocus(): null {
  useEffect(() => {
    // Base UI's guard around a modal moves the focus back one frame late: a second Tab in that frame would leave the modal.
    const waitForGuard = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && document.activeElement?.hasAttribute('data-base-ui-focus-guard'))
        event.preventDefault()
    }
    document.addEventListener('keydown', waitForGuard, true)
    return () => document.removeEventListener('keydown', waitForGuard, true)
  }, [])
  // After Base UI has returned the focus. It leaves it on the body if the button that opened the modal is gone too.
  useEffect(() => () => keepFocus(), [])
  return null
}

import { useLayoutEffect, useRef, type RefObject } from 'react'
import { type Layer, useLayer } from './use-layer.ts'

interface ChangeDetails {
  event: Event
  cancel: () => void
}

/** `useModalChangeOf` for a modal that is rendered together with its frame. */
export function useModalChange(open: boolean, onClose: () => void, locked?: boolean) {
  const layer = useRef<Layer>({ onClose, locked })
  useLayoutEffect(() => {
    layer.current = { onClose, locked }
  }, [onClose, locked])
  return useModalChangeOf(open, layer)
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

import { useLayoutEffect, useRef } from 'react'
import modal from './modal.module.css'

/**
 * Lets a sheet leave as it came. React takes it out of the page at once, so its nodes are put back until the movement has ended; what is
 * below takes taps, keys and the focus meanwhile. Nothing is measured, because that would
 * lay the page out twice in the frame that opens the next sheet.
 */
export function useLeaving(open: boolean) {
  const scrim = useRef<HTMLDivElement>(null)
  const viewport = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!open) return undefined
    const positions = new Map<Element, number>()
    const keepPosition = ({ target }: Event) => {
      if (target instanceof Element) positions.set(target, target.scrollTop)
    }
    // Of the document, because the sheet's nodes may not be there yet.
    document.addEventListener('scroll', keepPosition, { capture: true, passive: true })
    return () => {
      document.removeEventListener('scroll', keepPosition, { capture: true })
      const [{ current: scrimNode }, { current: viewportNode }, { current: popupNode }] = [
        scrim,
        viewport,
        popup,
      ]
      const nodes = [scrimNode, viewportNode].filter((node) => node !== null)
      // After React's removal. A sheet that only closes is still in the page, and moved by its transition.
      queueMicrotask(() => {
        if (nodes.some((node) => node.isConnected)) return
        popupNode?.removeAttribute('role')
        leave(nodes, popupNode)
        for (const [part, position] of positions) if (popupNode?.contains(part)) part.scrollTop = position
      })
    }
  }, [open])
  return { scrim, viewport, popup }
}

function leave(nodes: readonly Element[], popup: Element | null): void {
  const ghost = document.createElement('div')
  ghost.inert = true
  ghost.ariaHidden = 'true'
  ghost.className = modal.leaving ?? ''
  ghost.append(...nodes)
  // Only the popup's own animation counts: another one inside, such as the wheel's, may end earlier or never.
  ghost.addEventListener('animationend', ({ target }) => {
    if (target === popup) ghost.remove()
  })
  document.body.append(ghost)
}

import { useLayoutEffect, useRef } from 'react'
import modal from './modal.module.css'

/**
 * Lets a sheet leave as it came although React takes it out of the page at once. Its nodes, which belong to nothing any more, stay
 * for the length of the movement; what is below takes taps, keys and the focus meanwhile.
 */
export function useLeaving(open: boolean) {
  const scrim = useRef<HTMLDivElement>(null)
  const viewport = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!open) return undefined
    return () => {
      const [{ current: scrimNode }, { current: viewportNode }, { current: popupNode }] = [
        scrim,
        viewport,
        popup,
      ]
      const nodes = [scrimNode, viewportNode].filter((node) => node !== null)
      const parts = Array.from(popupNode?.children ?? [], (part) => [part, part.scrollTop] as const)
      // After React's removal. A sheet that only closes is still in the page, and moved by its transition.
      queueMicrotask(() => {
        if (nodes.some((node) => node.isConnected)) return
        popupNode?.removeAttribute('role')
        leave(nodes, popupNode ? [...nodes, popupNode] : nodes)
        for (const [part, scrollTop] of parts) part.scrollTop = scrollTop
      })
    }
  }, [open])
  return { scrim, viewport, popup }
}

function leave(nodes: readonly Element[], moving: readonly Element[]): void {
  const ghost = document.createElement('div')
  ghost.inert = true
  ghost.ariaHidden = 'true'
  ghost.className = modal.leaving ?? ''
  ghost.append(...nodes)
  document.body.append(ghost)
  // Of the scrim and the sheet alone: what turns inside, such as the wheel, may never finish.
  const movements = moving.flatMap((node) => node.getAnimations()).map(({ finished }) => finished)
  void Promise.allSettled(movements).then(() => ghost.remove())
}

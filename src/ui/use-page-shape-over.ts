import { useLayoutEffect } from 'react'

/** Takes away what the page showed by itself (src/shell/): something real stands in its place now. */
export function usePageShapeOver(): void {
  useLayoutEffect(() => document.querySelector('#shell')?.remove(), [])
}

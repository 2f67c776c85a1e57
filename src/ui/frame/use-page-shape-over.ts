import { useLayoutEffect } from 'react'

/** Removes the page's initial placeholder (src/shell/) once real content replaces it. */
export function usePageShapeOver(): void {
  useLayoutEffect(() => document.querySelector('#shell')?.remove(), [])
}

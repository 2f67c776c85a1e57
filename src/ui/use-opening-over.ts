import { useLayoutEffect } from 'react'

/** Takes away what the page showed by itself (src/opening/): something real stands in its place now. */
export function useOpeningOver(): void {
  useLayoutEffect(() => document.querySelector('#opening')?.remove(), [])
}

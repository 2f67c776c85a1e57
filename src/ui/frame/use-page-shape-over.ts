import { useLayoutEffect } from 'react'

/** Removes the page's initial placeholder (src/shell/) once real content replaces it. */
export function usePageShapeOver(): void {
  useLayoutEffect(() => document.querySelector('#shell')?.remove(), [])
}

/**
 * A ref: takes the first page's shape over into the layout, which is there before its page. The bars around it are the app's own then;
 * what React renders in place of the page removes it.
 */
export function keepPageShape(place: Element | null): void {
  const shape = document.querySelector('.shell-page')
  if (shape && place?.closest('main')) place.append(shape)
}

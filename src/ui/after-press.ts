/**
 * Runs once the pointer that is down has been lifted and its click handled; at once if none is down. What a field's blur
 * shows may move the button that is being pressed, and the press would miss it.
 */
export function afterPress(run: () => void): void {
  if (!document.querySelector(':active')) return run()
  addEventListener('mouseup', () => setTimeout(run), { once: true, capture: true })
}

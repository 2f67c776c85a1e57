/** Shows these words in the page's shape: a title, then texts. */
export function say(words: readonly string[]): void {
  const parts = words.map((text, index) => {
    const part = document.createElement(index === 0 ? 'h1' : 'p')
    part.textContent = text
    return part
  })
  document.querySelector('.shell-words')?.replaceChildren(...parts)
}

/** Says in the page's shape that the app cannot be opened. `words`: title, text, and the label of the button that calls `again`. */
export function sayLost([title = '', text = '', label = '']: readonly string[], again: () => void): void {
  const shape = document.querySelector('#shell')
  shape?.removeAttribute('aria-hidden')
  shape?.setAttribute('role', 'alert')
  say([title, text])
  const button = document.createElement('button')
  button.textContent = label
  button.addEventListener('click', again)
  document.querySelector('.shell-words')?.append(button)
}

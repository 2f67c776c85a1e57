/** Shows these words in the page's shape: a title, then texts. */
export function say(words: readonly string[]): void {
  const parts = words.map((text, index) => {
    const part = document.createElement(index === 0 ? 'h1' : 'p')
    part.textContent = text
    return part
  })
  document.querySelector('.shell-words')?.replaceChildren(...parts)
}

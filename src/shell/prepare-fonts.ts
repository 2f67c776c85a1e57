/** The sizes of ui/tokens.css, the most frequent first. */
const sizes = ['s', 'xs', 'm', 'l', 'xl', '2xl', 'figure']

/**
 * Takes each type size into use, invisible and in a task of its own, while the app's files are on their way. Where another process
 * looks fonts up, as on Linux, a page's first layout would wait a millisecond or more for each.
 */
export function prepareFonts(text: string): void {
  const sample = document.createElement('p')
  sample.textContent = text
  document.querySelector('#shell')?.append(sample)
  for (const size of sizes) {
    for (const weight of ['', '-strong']) {
      setTimeout(() => {
        sample.style.font = `var(--weight${weight}) var(--text-${size}) / 1 var(--font)`
        sample.getBoundingClientRect()
      })
    }
  }
}

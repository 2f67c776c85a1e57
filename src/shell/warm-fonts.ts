/** Every size of type that a first screen has, by its name in src/ui/tokens.css. */
const sizes = ['xs', 's', 'm', 'l', 'xl', '2xl']
const weights = ['weight', 'weight-strong']
/** Figures and names are Latin in every language. */
const letters: Record<string, string[]> = { th: ['A', 'ก'], la: ['A', 'ກ'], en: ['A'] }

/**
 * Looks up the phone's fonts while the app is on its way and nothing else is to be done: each size and weight costs a
 * little, and all of them at once would hold up the first screen's layout.
 */
export function warmFonts(locale: string): void {
  const place = document.createElement('span')
  place.className = 'shell-type'
  document.querySelector('#shell')?.append(place)
  for (const letter of letters[locale] ?? []) {
    for (const weight of weights) {
      for (const size of sizes) {
        setTimeout(() => {
          place.textContent = letter
          place.style.fontSize = `var(--text-${size})`
          place.style.fontWeight = `var(--${weight})`
          // Asking for its width has it laid out.
          place.getBoundingClientRect()
        })
      }
    }
  }
}

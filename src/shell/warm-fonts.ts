/** Every font size on the first screens, by its name in src/ui/tokens.css. */
const sizes = ['xs', 's', 'm', 'l', 'xl', '2xl']
const weights = ['weight', 'weight-strong']
/** Digits and names are Latin in every language. */
const letters: Record<string, string[]> = { th: ['A', 'ก'], la: ['A', 'ກ'], en: ['A'] }

/**
 * Makes the browser look up the phone's fonts while the app is loading and the main thread is idle: each size and weight costs
 * a little, and all at once they would delay the first screen's layout.
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
          // Measuring forces the layout.
          place.getBoundingClientRect()
        })
      }
    }
  }
}

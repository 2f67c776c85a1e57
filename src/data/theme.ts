import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'

type Theme = 'system' | 'night' | 'day'

export const themeAtom = storedAtom<Theme>(storageKeys.theme, v.picklist(['night', 'day']), 'system')

/** When the colours of the browser's bars hold while the phone chooses the theme: in the order of index.html's. */
const barThemes = [
  ['day', '(prefers-color-scheme: light)'],
  ['night', '(prefers-color-scheme: dark)'],
] as const

/** Applies the chosen theme, also from another tab; the shell has set the first one. Returns a function that stops it. */
export function followTheme(): () => void {
  const apply = () => {
    const { dataset } = document.documentElement
    const theme = store.get(themeAtom)
    if (theme === 'system') delete dataset['theme']
    else dataset['theme'] = theme
    const colours = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
    for (const [index, [name, media]] of barThemes.entries()) {
      const chosen = theme === name ? 'all' : 'not all'
      colours[index]?.setAttribute('media', theme === 'system' ? media : chosen)
    }
  }
  apply()
  return store.sub(themeAtom, apply)
}

import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'

export type Theme = 'system' | 'night' | 'day'

export const themeAtom = storedAtom<Theme>(storageKeys.theme, v.picklist(['night', 'day']), 'system')

/** Applies the chosen theme, also from another tab; the shell has set the first one. Returns a function that stops it. */
export function followTheme(): () => void {
  return store.sub(themeAtom, () => {
    const { dataset } = document.documentElement
    const theme = store.get(themeAtom)
    if (theme === 'system') delete dataset['theme']
    else dataset['theme'] = theme
  })
}

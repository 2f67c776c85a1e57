import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'

export const themes = ['system', 'night', 'day'] as const
export type Theme = (typeof themes)[number]

export function chosenTheme(): Theme {
  return readStored(storageKeys.theme, v.picklist(['night', 'day'])) ?? 'system'
}

/** Shows the app in a theme and keeps the choice; a small script of the page sets it again before the first paint. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    removeStored(storageKeys.theme)
    delete document.documentElement.dataset['theme']
  } else {
    writeStored(storageKeys.theme, theme)
    document.documentElement.dataset['theme'] = theme
  }
}

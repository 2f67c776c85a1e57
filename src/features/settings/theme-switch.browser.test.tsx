import { RESET } from 'jotai/utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderScreen } from '#components/test-screen.tsx'
import { followTheme, themeAtom } from '#data/theme.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { ThemeSwitch } from './theme-switch.tsx'

let stop: () => void
beforeEach(() => {
  stop = followTheme()
})
afterEach(() => {
  store.set(themeAtom, RESET)
  stop()
})

const themeOfPage = () => document.documentElement.dataset['theme']

test('a theme is applied and kept; the system’s theme leaves nothing stored', async () => {
  const screen = await renderScreen(<ThemeSwitch />)
  await screen.getByRole('button', { name: 'Night' }).click()
  expect([themeOfPage(), localStorage.getItem(storageKeys.theme)]).toEqual(['night', '"night"'])
  await screen.getByRole('button', { name: 'Use phone setting' }).click()
  expect([themeOfPage(), localStorage.getItem(storageKeys.theme)]).toEqual([undefined, null])
})

test('the browser’s bars take the colour of the chosen theme, whatever the phone’s is', async () => {
  const colours = ['light', 'dark'].map((scheme) =>
    Object.assign(document.createElement('meta'), {
      name: 'theme-color',
      content: scheme,
      media: `(prefers-color-scheme: ${scheme})`,
    }),
  )
  document.head.append(...colours)
  const shown = () => colours.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content)
  const bySystem = shown()
  try {
    const screen = await renderScreen(<ThemeSwitch />)
    await screen.getByRole('button', { name: 'Night' }).click()
    expect(shown()).toEqual(['dark'])
    await screen.getByRole('button', { name: 'Day' }).click()
    expect(shown()).toEqual(['light'])
    await screen.getByRole('button', { name: 'Use phone setting' }).click()
    expect(shown()).toEqual(bySystem)
  } finally {
    for (const colour of colours) colour.remove()
  }
})

test('a theme chosen in another tab is applied here too', async () => {
  const screen = await renderScreen(<ThemeSwitch />)
  localStorage.setItem(storageKeys.theme, '"day"')
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.theme }))
  await expect.element(screen.getByRole('button', { name: 'Day' })).toHaveAttribute('aria-pressed', 'true')
  expect(themeOfPage()).toBe('day')
})

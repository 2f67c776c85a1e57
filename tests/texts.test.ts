import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { originsOf, partOfFile, textParts, wordsIn } from '../scripts/text-parts.ts'
import { filesBelow, importsOf } from './support/imports.ts'

const catalogue = readFileSync('src/i18n/locales/en.po', 'utf8')
const parts = textParts(catalogue)
const filesOf = originsOf(catalogue)

/** Every file that those named may run before what they load later, as far as `stop`. */
function reachedFrom(start: string[], stop: RegExp): Set<string> {
  const reached = new Set<string>()
  const walk = (path: string) => {
    if (reached.has(path) || !/\.tsx?$/.test(path) || stop.test(path)) return
    reached.add(path)
    for (const one of importsOf(path)) if (one.ours) walk(one.to)
  }
  for (const path of start) walk(path)
  return reached
}

/** The files that say a text of a part which is not loaded when they run. */
function wrong(reached: Set<string>, loaded: string[]): string[] {
  // What opens a sheet, or gives advice around a page, waits for its words.
  const withSheets = [...reached]
    .filter((path) => /^src\/(?:routes\/-|app\/layouts\/)/.test(path))
    .flatMap((path) => awaits(path))
  const known = new Set([...loaded, ...withSheets])
  const missing = [...filesOf].filter(([id]) => !known.has(parts.get(id) ?? ''))
  return [...new Set(missing.flatMap(([, files]) => files.filter((path) => reached.has(path))))]
}

const routes = filesBelow('src/routes').filter((path) => !/\/-/.test(path))
const awaits = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/addTexts\(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.replaceAll(/[\s']/g, '').split(','),
  )

test.each(routes.filter((path) => !path.startsWith('src/routes/user')))(
  '%s says nothing to a visitor that it has not loaded',
  (path) => {
    const stop = /route-tree\.gen|\/layouts\/member|^src\/routes\/user/
    expect(wrong(reachedFrom(['src/main.tsx', path], stop), ['visitor', ...awaits(path)])).toEqual([])
  },
)

test.each(routes.filter((path) => path.startsWith('src/routes/user')))(
  '%s says nothing to a member that it has not loaded',
  (path) => {
    const stop = /route-tree\.gen|\/-member-modals|\/unsettled-news/
    const start = ['src/main.tsx', 'src/app/layouts/member-layout.tsx', 'src/routes/user.tsx', path]
    expect(wrong(reachedFrom(start, stop), ['visitor', 'home', ...awaits(path)])).toEqual([])
  },
)

test.each(['src/routes/-member-modals.tsx', 'src/app/layouts/unsettled-news.tsx'])(
  '%s says nothing that it has not loaded',
  (path) => {
    expect(wrong(reachedFrom([path], /route-tree/), ['visitor', 'home', ...awaits(path)])).toEqual([])
  },
)

test('most texts are left to later parts', () => {
  const early = [...parts.values()].filter((part) => part === 'visitor' || part === 'home')
  expect(early.length).toBeLessThan(parts.size * 0.7)
  expect(partOfFile('src/features/deposit/deposit-sheet.tsx')).toBe('member')
})

test('the English of the catalogue is what the source says', () => {
  const others = [...wordsIn(catalogue)].filter(
    ([english, words]) => english !== words && !english.startsWith('spin.error.'),
  )
  expect(others).toEqual([])
})

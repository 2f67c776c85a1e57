import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memberTexts, originsOf } from '../scripts/member-texts.ts'
import { filesBelow, importsOf } from './imports.ts'

const catalogue = readFileSync('src/i18n/locales/en.po', 'utf8')

/** Every file that a visitor's page may run; what only members meet is loaded behind the route tree. */
function visitorFiles(): Set<string> {
  const reached = new Set<string>()
  const walk = (path: string) => {
    if (reached.has(path) || !/\.tsx?$/.test(path) || path.endsWith('route-tree.gen.ts')) return
    if (path.includes('/layouts/member') || path.startsWith('src/routes/user')) return
    reached.add(path)
    for (const one of importsOf(path)) if (one.ours) walk(one.to)
  }
  const routes = filesBelow('src/routes').filter((path) => !/\/(?:user|-)/.test(path))
  for (const path of ['src/main.tsx', ...routes]) walk(path)
  return reached
}

test('a visitor meets no text of the part of the catalogue that only members load', () => {
  const reached = visitorFiles()
  const ofMembers = memberTexts(catalogue)
  const wrong = [...originsOf(catalogue)]
    .filter(([id]) => ofMembers.has(id))
    .flatMap(([, files]) => files.filter((path) => reached.has(path)))
  expect([...new Set(wrong)]).toEqual([])
})

test('most texts are left to the members part', () => {
  expect(memberTexts(catalogue).size).toBeGreaterThan(originsOf(catalogue).size / 2)
})

import { expect, test } from 'vitest'
import type { Page } from './routes.ts'
import { chunksBySet } from './shared-sets.ts'

const route = (id: string) => ({ id, file: `${id}.tsx`, title: 'A page' })
const page = (area: string, path: string): Page => ({
  ...route(`${area}${path}`),
  path,
  chain: [route(area), route(`${area}${path}`)],
})
const [login, register] = [page('/_visitor', '/login'), page('/_visitor', '/register')]
const [home, limits] = [page('/user', '/user/home'), page('/user', '/user/limits')]

/** The chunk of a module that these pages need, and so many sheets. `chained` imports what home alone needs. */
function chunkOf(needing: Page[], { sheets = 0, length = 9000, module = 'module' } = {}) {
  const needsOf = (one: Page) => [
    ...(needing.includes(one) ? [module] : []),
    ...(one === home ? ['lone'] : []),
  ]
  const pageNeeds = new Map([login, register, home, limits].map((one) => [one, new Set(needsOf(one))]))
  const sheetNeeds = Array.from({ length: sheets }, () => new Set([module]))
  const importsOf = (of: string) => (of === 'chained' ? ['lone'] : ['app'])
  const graph = { importsOf, lengths: new Map([[module, length]]), initial: new Set(['app']) }
  return chunksBySet(pageNeeds, sheetNeeds, graph)(module)
}

test('what all pages of an area need is the area’s chunk; what pages of both need is theirs together', () => {
  expect(chunkOf([home, limits])).toBe('user')
  expect(chunkOf([login, register])).toBe('visitor')
  expect(chunkOf([login, register, home, limits])).toBe('visitor-user')
})

test('another set is a chunk of its own, unless it is small and what it imports is there', () => {
  expect(chunkOf([home], { sheets: 1 })).toBe('shared-0')
  expect(chunkOf([home], { sheets: 1, length: 7999 })).toBe('user')
  expect(chunkOf([home], { sheets: 1, length: 7999, module: 'chained' })).toBe('shared-0')
})

test('what one page needs, or sheets alone, is split by its importers', () => {
  expect(chunkOf([home])).toBeNull()
  expect(chunkOf([], { sheets: 2 })).toBeNull()
})

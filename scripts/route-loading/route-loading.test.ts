import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Call } from '../../src/api/contract/call.ts'
import { readModals, readPages, routesIn } from './routes.ts'
import { without } from './unread.ts'

const pages = readPages()
const modals = [...readModals('member'), ...readModals('visitor')]
const contract = import.meta.glob(['../../src/api/contract/*.ts', '!**/*.test.ts'], { eager: true })
const calls = Object.values(contract as Record<string, object>)
  .flatMap((file) => Object.values(file))
  .filter((one): one is Call => typeof one === 'object' && one !== null && 'changes' in one)

test('pages are read with their addresses, the routes around them and what these say', () => {
  const login = pages.find(({ path }) => path === '/login')
  expect(login).toMatchObject({ title: 'Log in', offline: true, shell: { shape: 'arrival' } })
  expect(login?.chain.map(({ id }) => id)).toEqual(['/_visitor', '/_visitor/login'])
  expect(pages.map(({ path }) => path)).toContain('/*')
  // They only lead to another page.
  expect(pages.map(({ path }) => path).filter((path) => ['', '/', '/user', '/user/'].includes(path))).toEqual(
    [],
  )
})

test('what a member sees has a title: null is for layouts, and for routes that only lead elsewhere', () => {
  const untitled = readdirSync('src/routes', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !/(?:^|[/\\])-/u.test(name))
    .filter((name) => {
      const source = readFileSync(`src/routes/${name}`, 'utf8')
      return /\btitle: null\b/u.test(source) && /\bcomponent:/u.test(source) && !source.includes('<Outlet')
    })
  expect(untitled, 'staticData: { title: msg`…` }').toEqual([])
})

test.each([
  ['...kept', '...kept'],
  ['offline: isKept', 'isKept'],
  ['shell: { shape: isWide ? "wide" : "split" }', 'isWide ? "wide" : "split"'],
])(
  'a page whose build would not know what the app does, such as its words, is refused: %s',
  (said, named) => {
    const code = `createFileRoute('/user/a')({ loader, staticData: { title: msg\`A\`, ${said} } })`
    expect(() => routesIn('src/routes/user/limits.tsx', code)).toThrow(
      `src/routes/user/limits.tsx: write out \`${named}\``,
    )
    const written = `createFileRoute('/user/a')({ loader, staticData: { title: msg\`A\`, offline: true } })`
    expect(routesIn('limits.tsx', written)).toMatchObject([{ id: '/user/a', title: 'A', offline: true }])
  },
)

test('the app opens on one page of a visitor’s, and on one of a member’s', () => {
  const entries = pages.filter(({ isEntry }) => isEntry).map(({ path }) => path)
  expect(entries.toSorted()).toEqual(['/login', '/user/home'])
})

test('modals are read with what they import', () => {
  const name = modals.find((modal) => modal.name === 'bank-name')
  expect(name?.load).toContain('holder-name-sheet')
  expect(modals.find((modal) => modal.name === 'deposit')).toMatchObject({ offline: true })
})

test('what only the build reads is not in the app', () => {
  const written = `createFileRoute('/a')({staticData:{asks:['/api/a'],title:'asks:',shell:{text:'A'}}})`
  expect(without(['asks', 'shell'], written)).toBe(`createFileRoute('/a')({staticData:{title:'asks:',}})`)
})

test('of the contract the app leaves out the error codes of calls, and no field of a body or reply', () => {
  const sources = import.meta.glob<string>(['../../src/api/contract/*.ts', '!**/{call,*.test}.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const count = (code: string) => code.match(/\berrors\b/gu)?.length ?? 0
  const left = Object.values(sources).map((code) => count(code) - count(without(['errors'], code)))
  const declaring = calls.filter(({ errors }) => errors.length > 0)
  expect(left.reduce((sum, one) => sum + one, 0)).toBe(declaring.length)
})

test('every modal of the tables is read, with what it imports', () => {
  const created = ['member', 'visitor'].flatMap((table) =>
    readFileSync(`src/routes/-modals/${table}-modals.tsx`, 'utf8').match(/\bcreateModal\(/gu),
  )
  expect(modals.filter(({ load }) => load?.startsWith('#features/'))).toHaveLength(created.length)
})

test('a page’s first calls are calls that may be sent at any time', () => {
  const harmless = new Set(
    calls.filter(({ method, changes }) => method === 'GET' && !changes).map(({ path }) => path),
  )
  const asked = [...pages.flatMap(({ chain }) => chain), ...modals].flatMap(({ asks }) => asks ?? [])
  expect(asked).toContain('/api/wallet')
  expect(asked).toContain('/api/lookup/deposit')
  expect(asked).toContain('/api/lookup/active')
  expect(asked.filter((path) => !harmless.has(path))).toEqual([])
})

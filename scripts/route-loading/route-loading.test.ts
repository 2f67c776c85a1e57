import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Call } from '../../src/api/contract/call.ts'
import { audienceOf, chunkOf } from './audience.ts'
import { awaitMessages, fillSlots } from './messages.ts'
import { namespaceNames, namespacesOf } from './namespaces.ts'
import { modalsIn, pagesOf, readRoutes, type RouteFile } from './routes.ts'

const route = (id: string, staticData: RouteFile['staticData'] = {}): RouteFile => ({
  id,
  path: id.replace('/_visitor', ''),
  file: `/app/src/routes${id}.tsx`,
  hasComponent: true,
  staticData,
})
const pages = pagesOf([
  route('/_visitor'),
  route('/_visitor/login', { landing: true }),
  route('/_visitor/contact'),
  route('/user'),
  route('/user/home', { landing: true }),
  route('/user/spin'),
])

/** The static and the dynamic imports of each module. */
const modules: Record<string, [now: string[], later: string[]]> = {
  main: [['/app/node_modules/react', 'router'], []],
  '/app/node_modules/react': [[], []],
  router: [pages.flatMap(({ chain }) => chain.map(({ file }) => file)), ['member-bars']],
  ...Object.fromEntries(
    pages.flatMap(({ chain }) => chain.map(({ id, file }) => [file, [[], [`${id}?split`]]])),
  ),
  '/_visitor?split': [['bars'], []],
  '/_visitor/login?split': [['field', 'login-form'], []],
  '/_visitor/contact?split': [['contact-card'], []],
  '/user?split': [[], ['sheet']],
  'member-bars': [['bars', 'amount'], []],
  '/user/home?split': [['purse', 'amount', 'field'], []],
  '/user/spin?split': [['wheel', 'amount'], []],
  sheet: [['amount', 'contact-card', 'sheet-frame'], []],
  ...Object.fromEntries(
    ['bars', 'field', 'login-form', 'contact-card', 'amount', 'purse', 'wheel', 'sheet-frame'].map((id) => [
      id,
      [[], []],
    ]),
  ),
}
const graph = {
  getModuleIds: () => Object.keys(modules)[Symbol.iterator](),
  getModuleInfo: (id: string) =>
    ({
      id,
      isEntry: id === 'main',
      importedIds: modules[id]?.[0] ?? [],
      dynamicallyImportedIds: modules[id]?.[1] ?? [],
    }) as never,
}
const audience = audienceOf(graph, pages, new Map([['/user', 'member-bars']]), new Map())

test.each([
  ['router', 'app'],
  ['/app/node_modules/react', 'vendor'],
  ['bars', 'login-home'],
  ['field', 'login-home'],
  ['login-form', 'login'],
  ['purse', 'home'],
  // The wheel's page and the bars need it too.
  ['amount', 'home-others'],
  ['wheel', undefined],
  ['contact-card', undefined],
  ['sheet-frame', undefined],
])('%s is in the chunk %s', (module, chunk) => {
  expect(chunkOf(module, audience)).toBe(chunk)
})

test('messages load with what uses them, and no landing page loads those of others', () => {
  const files = ['router', 'field', 'login-form', 'amount', 'wheel', 'contact-card', 'sheet-frame']
  const said = new Map(files.map((file) => [`text of ${file}`, [file]]))
  const rooted = Object.keys(modules).map((id) => (files.includes(id) ? `/root/${id}` : id))
  const at = (id: string) => id.replace('/root/', '')
  const { of, saidIn } = namespacesOf(said, '/root', rooted, {
    ...audience,
    initial: new Set([...audience.initial].map((id) => (files.includes(id) ? `/root/${id}` : id))),
    pagesOf: (id) => audience.pagesOf(at(id)),
    isInPart: (id) => audience.isInPart(at(id)),
  })
  expect(files.map((file) => of(`text of ${file}`))).toEqual([
    'common',
    'common',
    'visitor',
    'user',
    'user-others',
    'parts',
    'parts',
  ])
  expect(saidIn(['/root/wheel', '/root/amount', '/root/router'])).toEqual(['user-others', 'user'])
  expect(namespaceNames(pages)).toEqual([
    'common',
    'visitor',
    'visitor-others',
    'user',
    'user-others',
    'parts',
  ])
})

test('an import waits for the messages of what it loads', () => {
  const part = `import(${JSON.stringify('./wheel.tsx')})`
  const code = awaitMessages(`const part = () => ${part}`, () => '/src/wheel.tsx')
  expect(code).toContain(`withMessages$("@@needed by /src/wheel.tsx@@", ${part})`)
  expect(fillSlots(code, Object, () => ['user', 'parts'])).toContain(`withMessages$("user parts", import(`)
  const catalogue = 'JSON.parse(`@@messages th parts@@`)'
  expect(fillSlots(catalogue, (locale, name) => ({ [locale]: [`"${name}"`] }), Array)).toBe(
    String.raw`JSON.parse("{\"th\":[\"\\\"parts\\\"\"]}")`,
  )
})

test('a page’s first calls are calls that may be sent at any time', () => {
  const contract = import.meta.glob(['../../src/api/contract/*.ts', '!**/*.test.ts'], { eager: true })
  const calls = Object.values(contract as Record<string, object>)
    .flatMap((file) => Object.values(file))
    .filter((one): one is Call => typeof one === 'object' && one !== null && 'changes' in one)
  const harmless = new Set(
    calls.filter(({ method, changes }) => method === 'GET' && !changes).map(({ path }) => path),
  )
  const modals = modalsIn(readFileSync('src/routes/-member-modals.tsx', 'utf8'))
  expect(modals.find(({ name }) => name === 'bank-name')?.specifier).toContain('holder-name-sheet')
  const asked = [
    ...readRoutes().flatMap(({ staticData }) => staticData.asks ?? []),
    ...modals.flatMap(({ asks }) => asks),
  ]
  expect(asked).toContain('/api/lookup/deposit')
  expect(asked).toContain('/api/lookup/active')
  expect(asked.filter((path) => !harmless.has(path))).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import bcd, { type Identifier } from '@mdn/browser-compat-data/forLegacyNode'
import { type AnyNode, parse } from 'acorn'
import { parse as parseStyle } from 'postcss'
import { collectPageErrors, expect, signInAs, test } from '../support/fixtures.ts'

/** The oldest Chromium that the app is built for: three years old, as the WebView that LINE opens pages in. */
const oldest = 119

/** Younger than that and used all the same: what happens where they are missing, or what only has the same name. */
const allowed: Record<string, string> = {
  'scrollbar-width': 'a phone’s scrollbars lie over the content and fade; elsewhere they are as wide as ever',
  'scrollbar-width: none': 'as above',
  'scrollbar-width: thin': 'as above',
  '.bytes': 'a field of the reader of QR codes',
  '.intersection': 'of the intervals of luxon',
  '.union': 'of the intervals of luxon',
  '.isError': 'a field of the answers of react-query',
  '.toArray': 'of the children of React',
  '.use': 'of React',
}

const files = (ending: string) =>
  readdirSync('dist', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.startsWith('former/'))
    .map((name) => ({ name, text: readFileSync(join('dist', name), 'utf8') }))
const page = readFileSync('dist/index.html', 'utf8')
const inPage = (tag: string) =>
  [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gsu'))].map(([, text = '']) => ({
    name: `index.html, <${tag}>`,
    text,
  }))
const scripts = [...files('.js'), ...inPage('script')]
const styles = [...files('.css'), ...inPage('style')]

/** Whether a browser of that age lacks it. What no Chromium has is nothing that anybody can lack. */
function isYounger(entry: Identifier | undefined): boolean {
  const { __compat: known } = entry ?? {}
  const statements = [known?.support.chrome].flat()
  const since = statements.flatMap((statement) =>
    typeof statement?.version_added === 'string' && !statement.flags && !statement.prefix
      ? [Number.parseInt(statement.version_added.replace('≤', ''), 10)]
      : [],
  )
  return since.length > 0 && Math.min(...since) > oldest
}
const childrenOf = (entry: Identifier | undefined) =>
  Object.entries(entry ?? {}).filter(([name]) => name !== '__compat') as [string, Identifier][]

const { builtins: builtinEntries = {} } = bcd.javascript
const builtins = childrenOf(builtinEntries)
const web = childrenOf(bcd.api)
/** Where an object of the browser stands under a name of its own. */
const instances: Record<string, string> = { Navigator: 'navigator', Document: 'document', Window: 'window' }
/** What anything may be, so that a member is looked for by its name alone; elsewhere names are too common for that. */
const common = new Set(['Element', 'HTMLElement', 'Node', 'Document', 'Range', 'Headers', 'Response', 'Blob'])
/** Names of whole objects, of their members as `Object.member`, and of members that no older object has. */
const young = { objects: new Set<string>(), members: new Set<string>(), names: new Set<string>() }
const oldNames = new Set<string>()
for (const [object, entry] of [...builtins, ...web]) {
  if (isYounger(entry)) young.objects.add(object)
  for (const [key, member] of childrenOf(entry)) {
    if (key === object || !/^\w+$/u.test(key) || key.endsWith('_event')) continue
    const name = key.replace(/_static$/u, '')
    const owner = key === name ? instances[object] : object
    if (!isYounger(member) && !isYounger(entry)) oldNames.add(name)
    else if (owner) young.members.add(`${owner}.${name}`)
    else if (object in builtinEntries || common.has(object)) young.names.add(name)
  }
}
for (const name of oldNames) young.names.delete(name)
/** An iterator has had them since Chromium 122; arrays always had. */
const iteratorHelpers = new Set([
  'map',
  'filter',
  'take',
  'drop',
  'flatMap',
  'reduce',
  'toArray',
  'some',
  'every',
  'find',
])

function eachNode(node: AnyNode, visit: (node: AnyNode) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of [value].flat()) {
      if (child && typeof (child as AnyNode).type === 'string') eachNode(child as AnyNode, visit)
    }
  }
}

function youngInScript(text: string, isModule: boolean): Set<string> {
  const found = new Set<string>()
  const tree = parse(text, { ecmaVersion: 2022, sourceType: isModule ? 'module' : 'script' })
  eachNode(tree, (node) => {
    if (
      node.type === 'NewExpression' &&
      node.callee.type === 'Identifier' &&
      young.objects.has(node.callee.name)
    )
      found.add(`new ${node.callee.name}`)
    if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return
    const { object, property } = node
    const path = object.type === 'Identifier' ? `${object.name}.${property.name}` : ''
    if (young.members.has(path)) found.add(path)
    if (young.names.has(property.name)) found.add(`.${property.name}`)
    if (!iteratorHelpers.has(property.name) || object.type !== 'CallExpression') return
    const { callee } = object
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
    const isOfArray = callee.object.type === 'Identifier' && callee.object.name === 'Object'
    if (/^(?:values|keys|entries|matchAll)$/u.test(callee.property.name) && !isOfArray)
      found.add(`${callee.property.name}().${property.name}`)
  })
  return found
}

function youngInStyle(text: string): Set<string> {
  const found = new Set<string>()
  const { properties, 'at-rules': atRules, selectors, types } = bcd.css
  const functions = new Set<string>()
  const gather = (entry: Identifier) => {
    for (const [name, child] of childrenOf(entry)) {
      if (isYounger(child)) functions.add(name)
      gather(child)
    }
  }
  gather(types as unknown as Identifier)
  const root = parseStyle(text)
  root.walkDecls(({ prop, value }) => {
    const property = properties?.[prop]
    if (isYounger(property)) found.add(prop)
    for (const [word] of value
      .replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)/gu, '')
      .matchAll(/[a-z][\w-]*(?=\(?)/gu)) {
      if (!prop.startsWith('--') && isYounger(property?.[word])) found.add(`${prop}: ${word}`)
    }
    for (const [, name = ''] of value.matchAll(/([a-z][\w-]*)\(/gu))
      if (functions.has(name)) found.add(`${name}()`)
  })
  root.walkAtRules(({ name }) => void (isYounger(atRules?.[name]) && found.add(`@${name}`)))
  root.walkRules(({ selector }) => {
    for (const [, name = ''] of selector.matchAll(/::?([a-z][\w-]*)/gu)) {
      if (isYounger(selectors?.[name])) found.add(`:${name}`)
    }
  })
  return found
}

test('what is built is no younger than the oldest browser it is for', () => {
  expect(scripts.length).toBeGreaterThan(50)
  expect(styles.length).toBeGreaterThan(10)
  const found: string[] = []
  for (const { name, text } of scripts) {
    const isModule = name.startsWith('assets/')
    for (const each of youngInScript(text, isModule)) if (!(each in allowed)) found.push(`${each} in ${name}`)
  }
  for (const { name, text } of styles)
    for (const each of youngInStyle(text)) if (!(each in allowed)) found.push(`${each} in ${name}`)
  expect(found.toSorted()).toEqual([])
})

test('the app runs where all that is younger than its oldest browser is missing', async ({
  page,
  context,
  app,
  newMember,
}) => {
  const errors = collectPageErrors(context)
  await context.addInitScript(
    ({ objects, members, names }) => {
      const scope = globalThis as unknown as Record<string, unknown>
      for (const name of objects) delete scope[name]
      for (const path of members) {
        const [object = '', member = ''] = path.split('.')
        if (scope[object]) delete (scope[object] as Record<string, unknown>)[member]
      }
      // Those of iterators have the names of an array's.
      const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as Record<string, unknown>
      for (const name of Object.getOwnPropertyNames(iterator)) delete iterator[name]
      for (const object of Object.getOwnPropertyNames(scope)) {
        const proto = (scope[object] as { prototype?: Record<string, unknown> } | undefined)?.prototype
        if (proto) for (const name of names) delete proto[name]
      }
    },
    { objects: [...young.objects], members: [...young.members], names: [...young.names] },
  )
  await page.goto('/login')
  await expect(app.heading('Log in')).toBeVisible()
  expect(await page.evaluate(() => 'canParse' in URL || 'union' in Set.prototype)).toBe(false)
  await app.logIn(await newMember(300))
  await app.expectBalance('300.00')
  const focusColours = () =>
    page.evaluate(() => {
      const parts = [document.documentElement, document.querySelector('.night-inside > *')]
      return parts.map((part) => part && getComputedStyle(part).getPropertyValue('--focus'))
    })
  const [byDay, onTheWallet] = await focusColours()
  expect(onTheWallet, 'a part that is dark by day too').not.toBe(byDay)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await focusColours()).toEqual([onTheWallet, onTheWallet])
  const deposit = await app.choose('Deposit')
  await expect(deposit.button('Create QR')).toBeVisible()
  await signInAs(page, await newMember(300), '/user/statement')
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(errors).toEqual([])
})

test('the page’s own styles set the order of the cascade layers, before any file of styles', () => {
  const [own] = inPage('style')
  const named = [...(own?.text ?? '').matchAll(/@layer ([\w,\s]+)/gu)].flatMap(([, names = '']) =>
    names.split(','),
  )
  expect([...new Set(named.map((name) => name.trim()))]).toEqual(['tokens', 'base', 'parts', 'screens'])
})

test('a browser that cannot run the app is told what to do, in every language', async ({ page, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
  await page.goto('/login')
  await expect(page).toHaveURL('/old-browser.html')
  const titles = page.getByRole('heading')
  await expect(titles).toHaveText(['เบราว์เซอร์นี้เก่าเกินไป', 'ບຣາວເຊີນີ້ເກົ່າເກີນໄປ', 'This browser is too old'])
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page leads to the same words', async ({ page }) => {
    await page.goto('/login')
    await expect(page).toHaveURL('/old-browser.html')
    await expect(page.getByRole('heading').first()).toBeVisible()
  })
})

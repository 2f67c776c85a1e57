import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A route file's own description: its address and its `staticData`, whose keys src/routes/-page-frame.tsx explains. */
export interface RouteFile {
  /** `/_visitor/login` */
  id: string
  /** `/login`; `/*` for addresses without a route. */
  path: string
  /** The module's id: the absolute path of its file. */
  file: string
  hasComponent: boolean
  staticData: StaticData
}

interface StaticData {
  title?: string | null
  landing?: boolean
  offline?: boolean
  asks?: string[]
  shell?: { shape?: string; title?: string; text?: string; picture?: string }
}

export interface Page extends RouteFile {
  /** Its area of the app, named by the outermost route: `visitor`. */
  area: string
  /** The routes it is nested in, from the outermost to itself. */
  chain: RouteFile[]
}

export function readRoutes(folder = 'src/routes'): RouteFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !/(?:^|[/\\])-/.test(name))
    .flatMap((name) => routeIn(resolve(join(folder, name))) ?? [])
}

/** The routes that show a page, with their parents. */
export function pagesOf(routes: readonly RouteFile[]): Page[] {
  const isInside = (inner: RouteFile, outer: RouteFile) => inner.id.startsWith(`${outer.id}/`)
  return routes
    .filter((route) => route.hasComponent && !routes.some((other) => isInside(other, route)))
    .map((route) => ({
      ...route,
      area: /^\/_?([\w$]+)/.exec(route.id)?.[1] ?? '',
      chain: [...routes.filter((outer) => isInside(route, outer)), route],
    }))
}

function routeIn(file: string): RouteFile | undefined {
  let found: RouteFile | undefined
  new Visitor({
    CallExpression({ callee, arguments: [options] }) {
      if (callee.type !== 'CallExpression' || callee.callee.type !== 'Identifier') return
      const [id] = callee.arguments.map((one) => valueOf(one))
      if (callee.callee.name !== 'createFileRoute' || typeof id !== 'string') return
      const entries = options?.type === 'ObjectExpression' ? propertiesOf(options) : []
      const staticData = entries.find(([name]) => name === 'staticData')?.[1]
      found = {
        id,
        path: id.replaceAll(/\/_\w+/g, '').replace('$', '*'),
        file: file.replaceAll('\\', '/'),
        hasComponent: entries.some(([name]) => name === 'component'),
        staticData: staticData ? (valueOf(staticData) as StaticData) : {},
      }
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found
}

/** A route file without what only the build reads. */
export function withoutBuildMarks(code: string): string {
  const marks = new Set(['landing', 'offline', 'asks', 'shell'])
  const found: { start: number; end: number }[] = []
  new Visitor({
    Property({ key, value }) {
      if (key.type !== 'Identifier' || key.name !== 'staticData' || value.type !== 'ObjectExpression') return
      for (const one of value.properties)
        if (one.type === 'Property' && one.key.type === 'Identifier' && marks.has(one.key.name))
          found.push(one)
    },
  }).visit(parseSync('route.tsx', code).program)
  // Something has to stand there, between its commas.
  return found.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}...{}${rest.slice(end)}`, code)
}

export interface ModalFile {
  /** Its name in the address. */
  name: string
  /** What its record imports. */
  specifier: string
  asks: string[]
  isOffline: boolean
}

/** The modals of a table, from their records (src/routes/-modal.tsx). */
export function modalsIn(code: string): ModalFile[] {
  if (!code.includes('createModal(')) return []
  const found: ModalFile[] = []
  new Visitor({
    Property({ key, value }) {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''
      const record = value.type === 'CallExpression' ? value.arguments[0] : undefined
      if (record?.type !== 'ObjectExpression') return
      const entries = Object.fromEntries(propertiesOf(record))
      const load = entries['load']
      const part = load?.type === 'ArrowFunctionExpression' ? load.body : undefined
      if (part?.type !== 'ImportExpression') return
      const asks = entries['asks'] ? (valueOf(entries['asks']) as string[]) : []
      const isOffline = entries['offline'] !== undefined && valueOf(entries['offline']) === true
      found.push({ name, specifier: String(valueOf(part.source)), asks, isOffline })
    },
  }).visit(parseSync('modals.tsx', code).program)
  return found
}

const propertiesOf = ({ properties }: ESTree.ObjectExpression): [string, ESTree.Node][] =>
  properties.flatMap((one) =>
    one.type === 'Property' && one.key.type === 'Identifier' ? [[one.key.name, one.value]] : [],
  )

/** A literal's value; for a `msg` text, its English. */
function valueOf(node: ESTree.Node): unknown {
  if (node.type === 'Literal') return node.value
  if (node.type === 'TaggedTemplateExpression') return node.quasi.quasis[0]?.value.cooked
  if (node.type === 'ArrayExpression') return node.elements.map((one) => one && valueOf(one))
  if (node.type !== 'ObjectExpression') return undefined
  return Object.fromEntries(propertiesOf(node).map(([name, value]) => [name, valueOf(value)]))
}

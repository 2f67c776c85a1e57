import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import { type ESTree, parseSync, Visitor } from 'vite'
import type { ModalRecord as ModalOfApp } from '../../src/routes/-modals/modal.tsx'

/** A route with its `staticData`, whose keys src/routes/-page-frame.tsx explains, with texts in English. */
export interface RouteFile extends Omit<StaticDataRouteOption, 'title' | 'shell'> {
  /** `/_visitor/login` */
  id: string
  /** The module's id: the absolute path of its file. */
  file: string
  title: string | null
  shell?: { shape?: string; title?: string; text?: string }
}

export interface Page extends RouteFile {
  /** `/login`; `/*` for addresses without a route. */
  path: string
  /** The routes it is nested in, from the outermost to itself. */
  chain: RouteFile[]
}

/** The outermost route: `/user` around all of a member's pages. */
export const areaOf = ({ chain: [outermost] }: Page): string => outermost?.id ?? ''

/** A record of a table of modals. */
export interface ModalRecord extends Pick<ModalOfApp<unknown>, 'asks' | 'offline'> {
  /** Its name in the address. */
  name: string
  /** What it imports. */
  load: string
}

/** The pages of the app: routes with a title. */
export function readPages(): Page[] {
  const folder = 'src/routes'
  const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !/(?:^|[/\\])-/.test(name))
    .flatMap((name) => {
      const file = resolve(folder, name)
      return routesIn(file, readFileSync(file, 'utf8'))
    })
  return routes
    .filter(({ title }) => title)
    .map((page) => ({
      ...page,
      path: page.id.replaceAll(/\/_\w+/g, '').replace('$', '*'),
      chain: routes.filter(({ id }) => `${page.id}/`.startsWith(`${id}/`)),
    }))
}

/** The routes of a file with this code. Throws where `staticData` says something that only the running app would know. */
export function routesIn(file: string, code: string): RouteFile[] {
  const found: RouteFile[] = []
  new Visitor({
    CallExpression({ callee, arguments: [options] }) {
      if (callee.type !== 'CallExpression' || !isNamed(callee.callee, 'createFileRoute')) return
      const { staticData } = Object.fromEntries(
        options?.type === 'ObjectExpression' ? options.properties.map((one) => memberOf(one)) : [],
      )
      const said = valueOf(staticData ?? options, (part) => {
        throw new Error(
          `${file}: write out \`${code.slice(part.start, part.end)}\` in its \`staticData\`, which the build reads in the source`,
        )
      }) as RouteFile
      const id = String(valueOf(callee.arguments[0]))
      found.push({ ...said, id, file: file.replaceAll('\\', '/') })
    },
  }).visit(parseSync(file, code).program)
  return found
}

/** The modals of a table's code. */
export function modalsIn(code: string): ModalRecord[] {
  const found: ModalRecord[] = []
  if (!code.includes('createModal(')) return found
  new Visitor({
    Property({ key, value }) {
      if (value.type !== 'CallExpression' || !isNamed(value.callee, 'createModal')) return
      found.push({ ...(valueOf(value.arguments[0]) as ModalRecord), name: nameOf(key) })
    },
  }).visit(parseSync('modals.tsx', code).program)
  return found
}

/** The modals of the members' or the visitors' table. */
export const readModals = (table: 'member' | 'visitor'): ModalRecord[] =>
  modalsIn(readFileSync(`src/routes/-modals/${table}-modals.tsx`, 'utf8'))

const isNamed = (node: ESTree.Node, name: string) => node.type === 'Identifier' && node.name === name

export const nameOf = (key: ESTree.Node) => (key.type === 'Identifier' ? key.name : String(valueOf(key)))

/** The name and value of a property. A spread such as `...more` has no name, and gets `...`, which no property is called. */
const memberOf = (one: ESTree.ObjectPropertyKind): [name: string, value: ESTree.Node] =>
  one.type === 'Property' ? [nameOf(one.key), one.value] : ['...', one]

/** What an expression says: for a `msg` text its English, for a lazy import what it imports. `unread` says what stands for the rest. */
function valueOf(
  node: ESTree.Node | undefined,
  unread: (node: ESTree.Node) => unknown = () => undefined,
): unknown {
  switch (node?.type) {
    case 'Literal':
      return node.value
    case 'TaggedTemplateExpression':
      return node.quasi.quasis[0]?.value.cooked
    case 'ArrowFunctionExpression':
      return valueOf(node.body, unread)
    case 'ImportExpression':
      return valueOf(node.source, unread)
    case 'ArrayExpression':
      return node.elements.map((one) => one && valueOf(one, unread))
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.map((one) => {
          const [name, value] = memberOf(one)
          return [name, valueOf(value, unread)]
        }),
      )
    default:
      return node && unread(node)
  }
}

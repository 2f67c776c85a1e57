import { type ESTree, parseSync, Visitor } from 'vite'
import { nameOf } from './routes.ts'

/** What is said in a module but read by the build, the server or tests alone: the first calls, the shapes, a call's error codes. */
export function unreadInApp(module: string): string[] | undefined {
  if (/\/src\/routes\/.*\.tsx/.test(module)) return ['asks', 'shell']
  if (module.includes('/src/api/contract/')) return ['errors']
  return undefined
}

/** The code without the properties of these names. */
export function without(names: readonly string[], code: string): string {
  const parts: ESTree.Span[] = []
  new Visitor({
    Property(property) {
      if (names.includes(nameOf(property.key))) parts.push(property)
    },
  }).visit(parseSync('module.tsx', code).program)
  return parts.reduceRight(
    (left, { start, end }) => left.slice(0, start) + left.slice(end).replace(/^,/, ''),
    code,
  )
}

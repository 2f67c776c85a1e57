import { basename } from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import type { Plugin } from 'vite'
import { idsOf } from './route-loading/messages.ts'

/**
 * What the build writes in place of the ids that Lingui makes: as many of their characters as tell them apart. They are hashes,
 * which no compression makes smaller, and each catalogue has them all. Ids that the source names stay.
 */
export function shortIds(all = idsOf('en')): Map<string, string> {
  const ids = all.filter((id) => /^[\w+/]{6}$/u.test(id))
  const uses = new Map<string, number>()
  const prefixes = (id: string) => Array.from(id, (_, index) => id.slice(0, index + 1))
  for (const prefix of ids.flatMap(prefixes)) uses.set(prefix, (uses.get(prefix) ?? 0) + 1)
  return new Map(ids.map((id) => [id, prefixes(id).find((prefix) => uses.get(prefix) === 1) ?? id]))
}

/** Of each language, each message's id and its entry in the files that the build writes. */
export type CompiledMessages = Map<string, { id: string; entry: [key: string, message: unknown] }[]>

/**
 * Turns each catalogue into a module whose default export loads a part of it. In the build the parts are JSON files, which
 * route-loading.ts writes from `compiled`, and a missing Thai or Lao translation fails the build. `cwd`: the folder of
 * lingui.config.ts.
 */
export function catalogues(cwd = process.cwd()): { plugins: Plugin[]; compiled: CompiledMessages } {
  const compilers = (apply: 'build' | 'serve', strict: boolean): Plugin[] =>
    lingui({ cwd, failOnMissing: strict, failOnCompileError: strict }).map((plugin) => ({ ...plugin, apply }))
  const compiled: CompiledMessages = new Map()
  return { plugins: [...compilers('build', true), ...compilers('serve', false), loaders(compiled)], compiled }
}

const loaders = (compiled: CompiledMessages): Plugin => ({
  name: 'catalogue-loaders',
  async transform(code, id) {
    const [file = ''] = id.split('?')
    if (!file.endsWith('.po')) return undefined
    if (this.environment.mode === 'dev') {
      return `${code}\nexport default async (part) => (part === 'start' ? messages : {})`
    }
    const { messages } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      messages: object
    }
    const ids = shortIds(Object.keys(messages))
    const entries = Object.entries(messages) as [string, unknown][]
    const locale = basename(file, '.po')
    compiled.set(
      locale,
      entries.map(([id, message]) => ({ id, entry: [ids.get(id) ?? id, message] })),
    )
    const read = `(answer) => (answer.ok ? answer.json() : Promise.reject(new Error('The messages file is missing')))`
    return {
      code: `export default (part) => fetch('/' + champaMessages.${locale}[part]).then(${read})`,
      map: null,
      moduleType: 'js',
    }
  },
})

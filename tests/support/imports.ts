import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface Import {
  /** Path from the repository's root, with `/`. */
  from: string
  /** The same for a file of the project; otherwise the package name or address as written. */
  to: string
  ours: boolean
  typeOnly: boolean
}

const extensions = ['', '.ts', '.tsx', '/index.ts']

/** Every file below a folder, as paths from the repository's root. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name).replaceAll('\\', '/')
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

/** A source without its comments, so that a mention does not count as a use. Strings and line breaks stay. */
export function sourceOf(path: string): string {
  const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
  return readFileSync(path, 'utf8').replace(comment, (text) => text.replaceAll(/[^\n]/g, ''))
}

function resolveOurs(from: string, specifier: string): string | undefined {
  const bare = specifier.split('?')[0] ?? specifier
  const base = bare.startsWith('#')
    ? `src/${bare.slice(1)}`
    : bare.startsWith('.')
      ? join(dirname(from), bare)
      : undefined
  if (base === undefined) return undefined
  const path = normalize(base).replaceAll('\\', '/')
  return (
    extensions
      .map((extension) => path + extension)
      .find((file) => existsSync(file) && statSync(file).isFile()) ?? path
  )
}

/** A file's imports: static, re-exported and dynamic. */
export function importsOf(from: string): Import[] {
  const source = sourceOf(from)
  const found = [
    ...source.matchAll(/^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm),
    ...source.matchAll(/\bimport\(\s*()['"]([^'"]+)['"]/g),
    ...source.matchAll(/\bimport\.meta\.glob\(\s*()['"]([^'"]+)['"]/g),
  ]
  return found.map(([, type, specifier = '']) => {
    const ours = resolveOurs(from, specifier)
    return { from, to: ours ?? specifier, ours: ours !== undefined, typeOnly: Boolean(type) }
  })
}

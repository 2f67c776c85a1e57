import { readdirSync } from 'node:fs'

const modules = new URL('./modules/', import.meta.url)

/** The addresses of the files with the calls of each module. */
export const routeFiles: readonly string[] = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('-routes.ts'))
  .toSorted()
  .map((name) => new URL(name, modules).href)

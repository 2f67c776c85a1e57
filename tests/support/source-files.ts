import { filesBelow, type Import, importsOf } from './imports.ts'

export const isCode = (path: string) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts')
const isTest = (path: string) => /\.test\.tsx?$|(?:^|\/)test-[^/]+$/.test(path)
/** The files of app and server, tests among them. */
const product = [...filesBelow('src'), ...filesBelow('server')].filter((path) => isCode(path))
/** The files that are no tests. */
export const shipped = product.filter((path) => !isTest(path))
/** What the shipped files import. */
export const imports = shipped.flatMap((path) => importsOf(path))
export const show = (one: Import) => `${one.from} imports ${one.to}`

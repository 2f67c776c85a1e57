import type { Route } from './http/route.ts'
import { routeFiles } from './route-files.ts'

const modules: { routes?: readonly Route[] }[] = await Promise.all(routeFiles.map((file) => import(file)))

/** The routes of every call. No two answer the same address, so their order decides nothing. */
export const routes: readonly Route[] = modules.flatMap(({ routes: own }, at) => {
  if (!own) throw new Error(`${routeFiles[at]} exports no \`routes\``)
  return own
})

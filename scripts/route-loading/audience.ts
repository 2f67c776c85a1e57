import type { Rolldown } from 'vite'
import type { Page } from './routes.ts'

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>

/** Which pages and chunks need each module of the app, from its import graph. */
export interface Audience {
  /** The modules of the app's entry script. */
  initial: ReadonlySet<string>
  /** The modules at which a page's own loading starts: its routes' lazy halves and the layouts around them. */
  startsOf: (page: Page) => string[]
  /** All static imports of these modules, including those in the entry script. */
  reach: (starts: readonly string[]) => Set<string>
  pagesOf: (module: string) => readonly Page[]
  /** Whether a lazy chunk outside every page's first load needs it, such as a sheet or a dialog. */
  isInPart: (module: string) => boolean
  /** Whether something that opens offline needs it. */
  isOffline: (module: string) => boolean
}

/**
 * `layouts`: the layout modules around the pages of a route, by the route's id. `isOffline`: known for some lazy chunks, above
 * all sheets; the others follow what imports them.
 */
export function audienceOf(
  graph: Graph,
  pages: readonly Page[],
  layouts: ReadonlyMap<string, string>,
  isOffline: ReadonlyMap<string, boolean>,
): Audience {
  const infos = [...graph.getModuleIds()].flatMap((id) => graph.getModuleInfo(id) ?? [])
  const reach = (starts: readonly string[]) => {
    const found = new Set<string>()
    const walk = (id: string) => {
      if (found.has(id)) return
      found.add(id)
      for (const next of graph.getModuleInfo(id)?.importedIds ?? []) walk(next)
    }
    for (const start of starts) walk(start)
    return found
  }
  const startsOf = ({ chain }: Page) =>
    chain.flatMap(({ id, file }) => [
      ...(graph.getModuleInfo(file)?.dynamicallyImportedIds ?? []),
      ...(layouts.has(id) ? [layouts.get(id) ?? ''] : []),
    ])
  const initial = reach(infos.filter(({ isEntry }) => isEntry).map(({ id }) => id))
  const reached = pages.map((page) => ({ page, modules: reach(startsOf(page)) }))
  const ofPages = new Set(pages.flatMap((page) => startsOf(page)))
  const parts = infos.flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds)
  const inParts = reach(parts.filter((id) => !ofPages.has(id)))
  const offline = new Set<string>()
  // The routes' own lazy halves belong to their pages.
  const routes = new Set(pages.flatMap(({ chain }) => chain.map(({ file }) => file)))
  const take = (starts: readonly string[]) => {
    for (const id of reach(starts.filter((start) => isOffline.get(start) !== false))) {
      if (offline.has(id)) continue
      offline.add(id)
      if (!routes.has(id)) take(graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    }
  }
  take([...initial])
  for (const page of pages) if (page.staticData.offline) take(startsOf(page))
  return {
    initial,
    startsOf,
    reach,
    pagesOf: (module) => reached.flatMap(({ page, modules }) => (modules.has(module) ? [page] : [])),
    isInPart: (module) => inParts.has(module),
    isOffline: (module) => offline.has(module),
  }
}

/**
 * The chunk of a module. Modules of landing pages are put into few chunks, each needed by exactly the pages in its name; what
 * other pages or lazy chunks need too is separate from what one page alone needs. What no landing page needs is split by its
 * importers.
 */
export function chunkOf(module: string, { initial, pagesOf, isInPart }: Audience): string | undefined {
  if (initial.has(module)) return module.includes('/node_modules/') ? 'vendor' : 'app'
  const pages = pagesOf(module)
  const landings = pages.filter(({ staticData }) => staticData.landing)
  if (landings.length === 0) return undefined
  const names = landings.map(({ path }) => path.split('/').at(-1))
  const isShared = landings.length === 1 && (pages.length > 1 || isInPart(module))
  return (isShared ? [...names, 'others'] : names).join('-')
}

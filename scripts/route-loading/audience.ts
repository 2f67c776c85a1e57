import type { Rolldown } from 'vite'
import type { Page } from './routes.ts'

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>

/** Who needs each module of the app, as its graph of imports tells. */
export interface Audience {
  /** The modules of the app's own script. */
  initial: ReadonlySet<string>
  /** What a page fetches beside it: its routes' lazy halves and the layouts around them. */
  startsOf: (page: Page) => string[]
  /** What these need before what they load later, in the app's own script or not. */
  reach: (starts: readonly string[]) => Set<string>
  pagesOf: (module: string) => readonly Page[]
  /** Whether a lazy part that belongs to no page's first load needs it: a sheet, a dialog. */
  isInPart: (module: string) => boolean
  /** Whether something needs it that opens without a network. */
  isOffline: (module: string) => boolean
}

/**
 * `layouts`: the modules that stand around the pages of a route, by that route's id. `isOffline`: what is known of some lazy
 * parts, sheets above all; the others are taken along by what loads them.
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
  // The routes' own parts are each page's to take.
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
 * The chunk of a module. What the pages need that people arrive at stands in few files, each for just the pages that its name
 * tells; what other pages or parts need too is apart from what the one page alone needs. What no such page needs is cut by
 * who imports it.
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

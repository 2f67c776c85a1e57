import type { Plugin, ResolvedConfig, Rolldown } from 'vite'
import { inEachLanguage, locales } from './messages.ts'
import { withShell } from './page-shell.ts'
import { modalsIn, type ModalRecord, type Page, type RouteFile, readPages } from './routes.ts'

/** A mark at a lazy import: the route whose pages it surrounds, or that it is of no use offline. */
const mark = /import\(\s*\/\* (?:around (\S+)|online only) \*\/\s*'([^']+)'/g

/** The length of a set's modules together, in characters, below which a chunk of its own costs more than it spares. */
const smallSet = 8000

/** The modules that exactly these pages need, each of them with another page or with a sheet. */
interface SharedSet {
  pages: Page[]
  /** The length of these modules together, in characters. */
  length: number
  name: string
}

/** Shown if the app itself cannot be loaded, in the same words as its own screens: title, text, button. */
const lost = ['This page could not be shown', 'Your money is safe. Please try again.', 'Try again']

/** The text for the age of the wallet card's balance. */
const updated = ['Updated {at}']

/**
 * Derives from the route tree, the table of modals and the graph of imports what each address loads, and what the worker
 * caches when it is installed. See docs/decisions/route-loading.md.
 */
export function routeLoading(): { plugin: Plugin; isPrecached: (file: string) => boolean } {
  const pages = readPages()
  const modals: ModalRecord[] = []
  /** The layouts around the pages of some routes, by the route's id. */
  const layouts = new Map<string, string>()
  const onlineOnly = new Set<string>()
  /** The modules that a page, by its address, or a modal, by its name, needs beside the app's own script. */
  const needs = new Map<string, ReadonlySet<string>>()
  /** What several pages or sheets need, by the module. */
  const sharedSets = new Map<string, SharedSet>()
  let importsOf: (module: string) => readonly string[] = () => []
  let precached: ReadonlySet<string> = new Set()
  let config: ResolvedConfig

  const isOfPage = ({ chain }: Page, module: string) =>
    chain.some((route) => isOf(route, module) || module === layouts.get(route.id))
  /** Whether all pages of these areas load a module: they all need it, or its set is small, and so is what it imports besides. */
  const isLoadedBy = (areas: ReadonlySet<string>, module: string): boolean => {
    const set = sharedSets.get(module)
    if (!set) return false
    if (pages.every((page) => set.pages.includes(page) || !areas.has(areaOf(page)))) return true
    return set.length < smallSet && importsOf(module).every((imported) => isLoadedBy(areas, imported))
  }
  /**
   * What all pages of some areas load is one chunk, such as `user`. Every other set is one chunk too, so that no page loads more
   * than it needs, or dozens of small files. What no page needs, or one alone, is split by its importers.
   */
  const chunkOf = (module: string) => {
    const set = sharedSets.get(module)
    if (!set) return null
    const areas = new Set(set.pages.map(areaOf))
    return isLoadedBy(areas, module) ? [...areas].join('-') : set.name
  }
  const codeSplitting: Rolldown.CodeSplittingOptions = {
    // Else a chunk would take along what other areas need too.
    includeDependenciesRecursively: false,
    groups: [
      { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 2 },
      { name: 'app', tags: ['$initial'], priority: 1 },
      { debugName: 'by area', name: chunkOf },
    ],
  }

  const plugin: Plugin = {
    name: 'route-loading',
    apply: 'build',
    enforce: 'pre',
    // The page's shell preloads what an address needs, so that Vite need not list it at each lazy import again.
    config: () => ({ build: { modulePreload: false, rolldownOptions: { output: { codeSplitting } } } }),
    configResolved(resolved) {
      config = resolved
    },
    async transform(code, id) {
      if (id.includes('/node_modules/')) return
      const moduleOf = async (specifier: string) => (await this.resolve(specifier, id))?.id ?? ''
      for (const [, route, specifier = ''] of code.matchAll(mark)) {
        const module = await moduleOf(specifier)
        if (route) layouts.set(route, module)
        else onlineOnly.add(module)
      }
      for (const modal of modalsIn(code)) modals.push({ ...modal, load: await moduleOf(modal.load) })
    },
    buildEnd() {
      const modules = [...this.getModuleIds()]
      const importedBy = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      const initial = reached(
        modules.filter((id) => this.getModuleInfo(id)?.isEntry),
        importedBy,
      )
      importsOf = (id) => importedBy(id).filter((one) => !initial.has(one))
      for (const page of pages) {
        const starts = modules.filter((id) => isOfPage(page, id))
        needs.set(page.path, reached(starts, importsOf))
      }
      for (const { name, load } of modals) needs.set(name, reached([load], importsOf))
      const sets = new Map<string, SharedSet>()
      for (const id of modules) {
        const needing = pages.filter(({ path }) => needs.get(path)?.has(id))
        const isShared = [...needs.values()].filter((all) => all.has(id)).length > 1
        if (needing.length === 0 || !isShared) continue
        const key = needing.map(({ path }) => path).join()
        const set = sets.get(key) ?? { pages: needing, length: 0, name: `shared-${sets.size}` }
        set.length += this.getModuleInfo(id)?.code?.length ?? 0
        sets.set(key, set)
        sharedSets.set(id, set)
      }
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const html = bundle['index.html']
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = chunks.find(({ isEntry }) => isEntry)
        if (html?.type !== 'asset' || !entry) throw new Error('The build has no page')
        const chunksWith = (isWanted: (module: string) => boolean) =>
          chunks.flatMap(({ fileName, facadeModuleId, moduleIds }) =>
            [facadeModuleId ?? '', ...moduleIds].some(isWanted) ? fileName : [],
          )
        const withEntry = loadedWith(bundle, [entry.fileName])
        const filesWith = (isWanted: (module: string) => boolean) =>
          [...loadedWith(bundle, chunksWith(isWanted))].filter((file) => !withEntry.has(file))
        const shown = pages.map((page) => {
          const { path, chain, title, shell } = page
          const files = filesWith((module) => isOfPage(page, module))
          const asks = chain.flatMap((route) => route.asks ?? [])
          const words = [shell?.title ?? title, shell?.text].filter((text) => text != null)
          return [path, { files, asks, shape: shell?.shape, words: inEachLanguage(words) }]
        })
        const opened = modals.map(({ name, load, asks = [] }) => {
          return [name, { files: filesWith((module) => module === load), asks }]
        })
        const messages = locales.map((locale) => {
          const file = Object.values(bundle).find(
            (one) => one.type === 'asset' && one.names.includes(`${locale}.json`),
          )
          return [locale, file?.fileName ?? ''] as const
        })
        const plan = {
          entry: [...withEntry].filter((file) => file.endsWith('.js')).toReversed(),
          screens: Object.fromEntries([...shown, ...opened]),
          messages: Object.fromEntries(messages),
          lost: inEachLanguage(lost),
          updated: inEachLanguage(updated),
          defaultLocale: config.env['VITE_LAOS'] === 'true' ? 'la' : 'th',
          sameOrigin: !config.env['VITE_API_ORIGIN'],
        }
        html.source = await withShell(String(html.source), bundle, plan, config.build.target)
        const addresses = pages.flatMap(({ path }) => (path.includes('*') ? [] : [path]))
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(addresses) })

        const left = chunksWith(
          (module) =>
            onlineOnly.has(module) ||
            pages.some((one) => !one.offline && isOf(one, module)) ||
            modals.some(({ offline, load }) => !offline && load === module),
        )
        const starts = [entry.fileName, ...messages.map(([, file]) => file)]
        precached = loadedWith(bundle, starts, ({ dynamicImports, viteMetadata }) => [
          ...dynamicImports.filter((file) => !left.includes(file)),
          ...(viteMetadata?.importedAssets ?? []),
        ])
      },
    },
  }
  return { plugin, isPrecached: (file) => !file.startsWith('assets/') || precached.has(file) }
}

/** Whether a module is of this route: the router's plugin moves its component and loader into one of its own, with a query. */
const isOf = ({ file }: RouteFile, module: string) => module.startsWith(`${file}?`)

/** Such as `user`: where the outermost of the routes around a page stands. */
const areaOf = ({ chain: [outermost] }: Page) => outermost?.id.replaceAll(/\W_?/g, '') || 'other'

/** These files, and of chunks what they import and what is `also` wanted, each after what needs it. */
const loadedWith = (
  bundle: Rolldown.OutputBundle,
  files: readonly string[],
  also: (chunk: Rolldown.OutputChunk) => string[] = () => [],
): Set<string> =>
  reached(files, (file) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk') return []
    return [...(chunk.viteMetadata?.importedCss ?? []), ...chunk.imports, ...also(chunk)]
  })

/** All that follows from these, in the order of the search. */
function reached(
  starts: readonly string[],
  next: (one: string) => readonly string[],
  found = new Set<string>(),
): Set<string> {
  for (const one of starts) {
    if (found.has(one)) continue
    found.add(one)
    reached(next(one), next, found)
  }
  return found
}

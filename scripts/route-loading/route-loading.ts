import { relative } from 'node:path'
import type { Plugin, ResolvedConfig, Rolldown } from 'vite'
import type { MessagesPart } from '../../src/lib/messages-part.ts'
import type { CompiledMessages } from '../vite-catalogues.ts'
import { idsOnlyIn, inEachLanguage, locales } from './messages.ts'
import { withShell } from './page-shell.ts'
import { modalsIn, type ModalRecord, type Page, readPages } from './routes.ts'

/**
 * A mark at a lazy import: the route whose pages it surrounds; that it is of no use offline; or that it is of no use offline and
 * whoever imports it waits for the later messages too.
 */
const mark = /import\(\s*\/\* (?:around (\S+)|online only|(later)) \*\/\s*'([^']+)'/g

/** The length of a set's source files together, in characters, below which a chunk of its own costs more than it spares. */
const smallSet = 8000

/** The modules that exactly these pages need, each of them with another page or with a sheet. */
interface SharedSet {
  pages: Page[]
  /** The length of these modules' source files together, in characters. */
  length: number
  index: number
}

/** Shown if the app itself cannot be loaded, in the same words as its own screens: title, text, button. */
const lost = ['This page could not be shown', 'Your money is safe. Please try again.', 'Try again']

/** The text for the age of the wallet card's balance. */
const updated = ['Updated {at}']

/**
 * Derives from the route tree, the table of modals and the graph of imports what each address loads, and what the worker
 * caches when it is installed. Divides the messages of each language accordingly. See docs/decisions/route-loading.md.
 */
export function routeLoading(compiled: CompiledMessages): {
  plugin: Plugin
  isPrecached: (file: string) => boolean
} {
  const pages = readPages()
  const modals: ModalRecord[] = []
  /** The layouts around the pages of some routes, by the route's id. */
  const layouts = new Map<string, string>()
  const onlineOnly = new Set<string>()
  const withLaterMessages = new Set<string>()
  /** The modules at which a page's own loading starts, by its address. */
  const startsOf = new Map<string, string[]>()
  /** All modules that a page needs, by its address, and a modal, by its file. */
  const needsOf = new Map<string, ReadonlySet<string>>()
  /** The ids of the messages that only pages and sheets need which do not open offline. */
  let laterIds: ReadonlySet<string> = new Set()
  const setOf = new Map<string, SharedSet>()
  /** The lengths of source files, in characters. */
  const lengths = new Map<string, number>()
  let importsOf: (module: string) => readonly string[] = () => []
  let initial: ReadonlySet<string> = new Set()
  let precached: ReadonlySet<string> = new Set()
  let config: ResolvedConfig

  /** The modules of the page itself, without the layouts around it. */
  const ownStarts = ({ path, file }: Page) =>
    (startsOf.get(path) ?? []).filter((id) => id.startsWith(`${file}?`))
  const areaOf = ({ chain: [outermost] }: Page) => outermost?.id ?? ''
  const findSharedSets = () => {
    const sets = new Map<string, SharedSet>()
    for (const module of new Set([...needsOf.values()].flatMap((needs) => [...needs]))) {
      const needing = pages.filter(({ path }) => needsOf.get(path)?.has(module))
      const sheets = modals.filter(({ load }) => needsOf.get(load)?.has(module))
      if (needing.length === 0 || needing.length + sheets.length < 2) continue
      const key = needing.map(({ path }) => path).join()
      const set = sets.get(key) ?? { pages: needing, length: 0, index: sets.size }
      set.length += lengths.get(module) ?? 0
      sets.set(key, set)
      setOf.set(module, set)
    }
  }
  /** Whether all pages of these areas load a module: they all need it, or its set is small, and so is what it imports besides. */
  const isLoadedBy = (areas: ReadonlySet<string>, module: string): boolean => {
    if (initial.has(module)) return true
    const set = setOf.get(module)
    if (!set) return false
    if (pages.every((page) => set.pages.includes(page) || !areas.has(areaOf(page)))) return true
    return set.length < smallSet && importsOf(module).every((imported) => isLoadedBy(areas, imported))
  }
  /**
   * What all pages of some areas load is one chunk, such as `user`. Every other set is one chunk too, so that no page loads more
   * than it needs, or dozens of small files. What no page needs, or one alone, is split by its importers.
   */
  const chunkOf = (module: string) => {
    const set = setOf.get(module)
    if (!set) return null
    const areas = new Set(set.pages.map((page) => areaOf(page)))
    if (!isLoadedBy(areas, module)) return `shared-${set.index}`
    return [...areas].map((area) => area.replaceAll(/\W_?/g, '') || 'other').join('-')
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
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting } } } }),
    configResolved(resolved) {
      config = resolved
    },
    async transform(code, id) {
      lengths.set(id, code.length)
      if (id.includes('/node_modules/')) return
      const moduleOf = async (specifier: string) => (await this.resolve(specifier, id))?.id ?? ''
      for (const [, route, later, specifier = ''] of code.matchAll(mark)) {
        const module = await moduleOf(specifier)
        if (route) layouts.set(route, module)
        else onlineOnly.add(module)
        if (later) withLaterMessages.add(module)
      }
      for (const modal of modalsIn(code)) modals.push({ ...modal, load: await moduleOf(modal.load) })
    },
    buildEnd() {
      const modules = [...this.getModuleIds()]
      importsOf = (id) => this.getModuleInfo(id)?.importedIds ?? []
      const entries = modules.filter((id) => this.getModuleInfo(id)?.isEntry)
      initial = reached(entries, importsOf)
      for (const { path, chain } of pages) {
        // The router's plugin moves a route's component and loader into a module of its own, with a query.
        const starts = chain.flatMap(({ id: route, file }) =>
          modules.filter((id) => id.startsWith(`${file}?`) || id === layouts.get(route)),
        )
        startsOf.set(path, starts)
        needsOf.set(path, reached(starts, importsOf))
      }
      for (const { load } of modals) needsOf.set(load, reached([load], importsOf))
      findSharedSets()
      const later = new Set([
        ...pages.flatMap((page) => (page.offline ? [] : ownStarts(page))),
        ...modals.flatMap(({ offline, load }) => (offline ? [] : load)),
        ...withLaterMessages,
      ])
      const atStart = reached(entries, (id) => [
        ...importsOf(id),
        ...(this.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((one) => !later.has(one)),
      ])
      const sources = new Set([...atStart].map((id) => relative('', id.replace(/\?.*/, ''))))
      const others = modules.map((id) => relative('', id)).filter((file) => !sources.has(file))
      laterIds = idsOnlyIn(new Set(others))
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = chunks.find(({ isEntry }) => isEntry)
        if (page?.type !== 'asset' || !entry) throw new Error('The build has no page')
        const chunksWith = (modules: readonly string[]) =>
          chunks.flatMap(({ fileName, facadeModuleId, moduleIds }) =>
            modules.some((id) => id === facadeModuleId || moduleIds.includes(id)) ? fileName : [],
          )
        const withEntry = loadedWith(bundle, [entry.fileName])
        const filesOf = (starts: string[]) =>
          [...loadedWith(bundle, chunksWith(starts))].filter((file) => !withEntry.has(file))
        const shown = pages.map(({ path, chain, title, shell, offline }) => {
          const files = filesOf(startsOf.get(path) ?? [])
          const asks = chain.flatMap((route) => route.asks ?? [])
          const words = [shell?.title ?? title, shell?.text].filter((text) => text != null)
          return [path, { files, asks, offline, shape: shell?.shape, words: inEachLanguage(words) }]
        })
        const opened = modals.map(({ name, load, asks = [], offline }) => {
          return [name, { files: filesOf([load]), asks, offline }]
        })
        const messagesFile = (locale: string, part: MessagesPart): string => {
          const messages = compiled.get(locale) ?? []
          const entries = messages.flatMap(({ id, entry }) =>
            laterIds.has(id) === (part === 'later') ? [entry] : [],
          )
          const source = JSON.stringify(Object.fromEntries(entries))
          return this.getFileName(this.emitFile({ type: 'asset', name: `${locale}-${part}.json`, source }))
        }
        const messages = locales.map(
          (locale) =>
            [locale, { start: messagesFile(locale, 'start'), later: messagesFile(locale, 'later') }] as const,
        )
        const plan = {
          entry: [...withEntry].filter((file) => file.endsWith('.js')).toReversed(),
          screens: Object.fromEntries([...shown, ...opened]),
          messages: Object.fromEntries(messages),
          lost: inEachLanguage(lost),
          updated: inEachLanguage(updated),
        }
        page.source = await withShell(String(page.source), bundle, plan, config)
        const addresses = pages.flatMap(({ path }) => (path.includes('*') ? [] : [path]))
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(addresses) })

        const left = chunksWith([
          ...pages.flatMap((page) => (page.offline ? [] : ownStarts(page))),
          ...modals.flatMap(({ offline, load }) => (offline ? [] : load)),
          ...onlineOnly,
        ])
        const starts = [entry.fileName, ...messages.map(([, { start }]) => start)]
        precached = loadedWith(bundle, starts, ({ dynamicImports, viteMetadata }) => [
          ...dynamicImports.filter((file) => !left.includes(file)),
          ...(viteMetadata?.importedAssets ?? []),
        ])
      },
    },
  }
  return { plugin, isPrecached: (file) => !file.startsWith('assets/') || precached.has(file) }
}

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

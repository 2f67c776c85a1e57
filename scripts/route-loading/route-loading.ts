import { relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { MessagesPart } from '../../src/lib/text/messages-part.ts'
import type { Plan, Screen } from '../../src/shell/plan.ts'
import type { CompiledMessages } from '../vite-catalogues.ts'
import { locales } from '../../src/lib/text/locale-codes.ts'
import { idsOnlyIn, inEachLanguage } from './messages.ts'
import { withShell } from './page-shell.ts'
import { areaOf, modalsIn, type ModalRecord, readPages, type RouteFile } from './routes.ts'
import { unreadInApp, without } from './unread.ts'
import { chunksBySet } from './shared-sets.ts'

/** A mark at a lazy import: `offline` has it precached; after `later`, whoever imports it waits for the later messages too. */
const mark = /import\(\s*\/\* (offline|later) \*\/\s*'([^']+)'/g

/** The boot script's own texts: the time of the shown balance; then title, text and button for an app that cannot be loaded. */
const ownWords = [
  'Updated {at}',
  'This page could not be shown',
  'Your money is safe. Please try again.',
  'Try again',
]

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
  /** The modules with a mark. */
  const marked = { offline: new Set<string>(), later: new Set<string>() }
  /** The ids of the messages that only pages and sheets need which do not open offline. */
  let laterIds: ReadonlySet<string> = new Set()
  /** The lengths of source files, in characters. */
  const lengths = new Map<string, number>()
  let modules: string[] = []
  let chunkOf: ReturnType<typeof chunksBySet> = () => null
  let precached: ReadonlySet<string> = new Set()

  /** The modules at which the loading of these routes starts. */
  const startsOf = (routes: readonly RouteFile[]) =>
    // The router's plugin moves a route's component and loader into a module of its own, with a query.
    routes.flatMap(({ file }) => modules.filter((id) => id.startsWith(`${file}?`)))
  /** The address of the page on which the app opens in an area. */
  const entryOf = (area: string) => {
    const page = pages.find((one) => one.isEntry && areaOf(one) === area)
    if (!page) throw new Error(`No page of ${area} says isEntry`)
    return page.path
  }
  const codeSplitting: Rolldown.CodeSplittingOptions = {
    // Else a chunk would take along what other areas need too.
    includeDependenciesRecursively: false,
    groups: [
      { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 2 },
      { name: 'app', tags: ['$initial'], priority: 1 },
      { debugName: 'by area', name: (module) => chunkOf(module) },
    ],
  }

  const plugin: Plugin = {
    name: 'route-loading',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting } } } }),
    async transform(code, id) {
      lengths.set(id, code.length)
      if (id.includes('/node_modules/')) return
      const moduleOf = async (specifier: string) => (await this.resolve(specifier, id))?.id ?? ''
      for (const [, when, specifier = ''] of code.matchAll(mark)) {
        marked[when as keyof typeof marked].add(await moduleOf(specifier))
      }
      for (const modal of modalsIn(code)) modals.push({ ...modal, load: await moduleOf(modal.load) })
      const unread = unreadInApp(id)
      if (unread) return { code: without(unread, code), map: null }
    },
    buildEnd() {
      modules = [...this.getModuleIds()]
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      const entries = modules.filter((id) => this.getModuleInfo(id)?.isEntry)
      const pageNeeds = new Map(pages.map((page) => [page, reached(startsOf(page.chain), importsOf)]))
      const sheetNeeds = modals.map(({ load }) => reached([load], importsOf))
      chunkOf = chunksBySet(pageNeeds, sheetNeeds, {
        importsOf,
        lengths,
        initial: reached(entries, importsOf),
      })
      const later = new Set([
        ...startsOf(pages.filter(({ offline }) => !offline)),
        ...modals.flatMap(({ offline, load }) => (offline ? [] : load)),
        ...marked.later,
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
        const shown = pages.map(({ path, chain, title, shell, offline }): [string, Screen] => {
          const files = filesOf(startsOf(chain))
          const asks = chain.flatMap((route) => route.asks ?? [])
          const words = [shell?.title ?? title, shell?.text].filter((text) => text != null)
          return [path, { files, asks, offline, shape: shell?.shape, words: inEachLanguage(words) }]
        })
        const opened = modals.map(({ name, load, asks = [], offline }): [string, Screen] => {
          return [name, { files: filesOf([load]), asks, offline }]
        })
        const messagesFile = (locale: string, part: MessagesPart): string => {
          const isOfPart = ({ id }: { id: string }) => laterIds.has(id) === (part === 'later')
          const entries = (compiled.get(locale) ?? []).filter(isOfPart).map(({ entry }) => entry)
          const source = JSON.stringify(Object.fromEntries(entries))
          return this.getFileName(this.emitFile({ type: 'asset', name: `${locale}-${part}.json`, source }))
        }
        const messages = locales.map(
          (locale) =>
            [locale, { start: messagesFile(locale, 'start'), later: messagesFile(locale, 'later') }] as const,
        )
        const plan: Plan = {
          entry: [...withEntry].filter((file) => file.endsWith('.js')).toReversed(),
          screens: Object.fromEntries([...shown, ...opened]),
          entries: { visitor: entryOf('/_visitor'), member: entryOf('/user') },
          messages: Object.fromEntries(messages),
          words: inEachLanguage(ownWords),
        }
        page.source = await withShell(String(page.source), bundle, plan, this.environment.config)
        const addresses = pages.flatMap(({ path }) => (path.includes('*') ? [] : [path]))
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(addresses) })

        const offline = [
          ...startsOf(pages.flatMap((page) => (page.offline ? page.chain : []))),
          ...modals.flatMap((modal) => (modal.offline ? modal.load : [])),
          ...marked.offline,
        ]
        const starts = [entry.fileName, ...messages.map(([, { start }]) => start), ...chunksWith(offline)]
        precached = loadedWith(bundle, starts, (chunk) => [...(chunk.viteMetadata?.importedAssets ?? [])])
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
  for (const one of starts) if (!found.has(one)) reached(next(one), next, found.add(one))
  return found
}

import type { Plugin, Rolldown } from 'vite'
import { type Audience, audienceOf, chunkOf } from './audience.ts'
import {
  awaitMessages,
  catalogueOf,
  cataloguesId,
  cataloguesModule,
  emptyCatalogue,
  fillSlots,
  jsonLiteral,
  originsOfMessages,
} from './messages.ts'
import { common, namespaceNames, type Namespaces, namespacesOf } from './namespaces.ts'
import { chunksOf, chunksWith, withImports } from './plan.ts'
import { modalsIn, type Page, pagesOf, readRoutes, withoutBuildMarks } from './routes.ts'
import { type Needs, pageShell } from './page-shell.ts'

/** A mark at a lazy import: the route whose pages it surrounds, or that it is of no use offline. */
const remark = /import\(\s*\/\* (?:around (\S+)|(online only)) \*\/\s*'([^']+)'/g

/** What the build knows about the app once every module has been read. */
interface Known {
  audience: Audience
  namespaces: Namespaces
}

/**
 * Derives from the route tree and the import graph what each address needs: the chunks, the page's preloads, the messages of
 * each lazy chunk, and the precache. See docs/decisions/.
 */
export function routeLoading(): { plugins: Plugin[]; isPrecached: (file: string) => boolean } {
  const layouts = new Map<string, string>()
  const offline = new Map<string, boolean>()
  const modals = new Map<string, { start: string; asks: string[] }>()
  const catalogues = new Map<string, Record<string, unknown>>()
  let pages: Page[] = []
  let known: Known | undefined
  let precached: ReadonlySet<string> = new Set()
  let root = ''
  const get = () => {
    if (!known) throw new Error('The modules have not all been read')
    return known
  }

  const reading: Plugin = {
    name: 'route-loading:read',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root.replaceAll('\\', '/')
    },
    buildStart() {
      pages = pagesOf(readRoutes())
    },
    resolveId: (id) => (id === cataloguesId ? `\0${cataloguesId}` : undefined),
    load: (id) => (id === `\0${cataloguesId}` ? cataloguesModule(namespaceNames(pages)) : undefined),
    async transform(code, id) {
      if (!id.startsWith(`${root}/src/`)) return
      for (const [, route, isOnlineOnly, specifier = ''] of code.matchAll(remark)) {
        const target = (await this.resolve(specifier, id))?.id ?? ''
        if (route) layouts.set(route, target)
        if (isOnlineOnly) offline.set(target, false)
      }
      for (const { name, specifier, asks, isOffline } of modalsIn(code)) {
        const target = await this.resolve(specifier, id)
        if (!target) continue
        modals.set(name, { start: target.id, asks })
        offline.set(target.id, isOffline)
      }
      if (!id.startsWith(`${root}/src/routes/`) || !code.includes('staticData: {')) return
      return { code: withoutBuildMarks(code), map: null }
    },
  }

  const writing: Plugin = {
    name: 'route-loading:write',
    apply: 'build',
    enforce: 'post',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // A chunk's imports are in this chunk or in one that more pages need.
              includeDependenciesRecursively: false,
              groups: [{ debugName: 'by audience', name: (id: string) => chunkOf(id, get().audience) }],
            },
            chunkFileNames: ({ moduleIds }: Rolldown.PreRenderedChunk) => {
              const { namespace } = catalogueOf(moduleIds[0] ?? '') ?? {}
              return `assets/${namespace ? `messages-${namespace}-` : ''}[name]-[hash].js`
            },
          },
        },
      },
    }),
    async transform(code, id) {
      const catalogue = catalogueOf(id)
      if (catalogue) {
        const written = /JSON\.parse\((".*")\)/s.exec(code)?.[1] ?? '"{}"'
        catalogues.set(catalogue.locale, JSON.parse(JSON.parse(jsonLiteral(written))))
        return { code: emptyCatalogue(catalogue), map: null, moduleType: 'js' }
      }
      if (!id.startsWith(`${root}/src/`) || !code.includes('import(')) return null
      const specifiers = [...code.matchAll(/import\(\s*(?:\/\*.*?\*\/\s*)*["']([^"']+)["']/g)].map(
        ([, name = '']) => name,
      )
      const targets = new Map<string, string>()
      for (const name of specifiers) {
        const target = await this.resolve(name, id)
        if (target && !target.external) targets.set(name, target.id)
      }
      return { code: awaitMessages(code, (name) => targets.get(name)), map: null }
    },
    buildEnd(error) {
      if (error) return
      const audience = audienceOf(this, pages, layouts, offline)
      // Only in the page's own shell: another page may say the same to its visitors.
      const isUnshipped = (message: string, path: string) =>
        pages.some(
          ({ file, staticData: { title, shell } }) =>
            file.replaceAll('\\', '/') === `${root}/${path}` &&
            message !== title &&
            (message === shell?.title || message === shell?.text),
        )
      const namespaces = namespacesOf(originsOfMessages(isUnshipped), root, this.getModuleIds(), audience)
      known = { audience, namespaces }
    },
    renderChunk(code) {
      if (!code.includes('@@')) return null
      const { namespaces, audience } = get()
      const filled = fillSlots(
        code,
        (locale, namespace) =>
          Object.fromEntries(
            Object.entries(catalogues.get(locale) ?? {}).filter(([id]) => namespaces.of(id) === namespace),
          ),
        (module) => namespaces.saidIn(audience.reach([module])),
      )
      return { code: filled, map: null }
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        precached = precacheOf(bundle, get().audience)
      },
    },
  }

  const shell = pageShell((bundle, entry) => {
    const { audience, namespaces } = get()
    const anyway = withImports(bundle, [entry.fileName])
    const texts: Record<string, Record<string, string>> = {}
    for (const { fileName, moduleIds } of chunksOf(bundle)) {
      const found = catalogueOf(moduleIds[0] ?? '')
      if (found) texts[found.locale] = { ...texts[found.locale], [found.namespace]: fileName }
    }
    const needsOf = (starts: string[], asks: readonly string[]): Needs => ({
      asks,
      files: [...withImports(bundle, chunksWith(bundle, starts))].filter((name) => !anyway.has(name)),
      namespaces: namespaces.saidIn(audience.reach(starts)),
    })
    const pageNeeds = pages.map((page): [string, Needs] => {
      const asks = page.chain.flatMap(({ staticData }) => staticData.asks ?? [])
      const needs = needsOf(audience.startsOf(page), asks)
      return [page.path, { ...needs, namespaces: [common, ...needs.namespaces] }]
    })
    const modalNeeds = [...modals].map(([name, { start, asks }]): [string, Needs] => [
      name,
      needsOf([start], asks),
    ])
    return { texts, pages: Object.fromEntries(pageNeeds), modals: Object.fromEntries(modalNeeds) }
  })
  return {
    plugins: [reading, writing, shell],
    isPrecached: (file) => !file.startsWith('assets/') || precached.has(file),
  }
}

/** What opens offline, with its pictures and all messages, because the language can be changed offline too. */
function precacheOf(bundle: Rolldown.OutputBundle, { isOffline }: Audience): ReadonlySet<string> {
  const chunks = chunksOf(bundle).filter(({ moduleIds, facadeModuleId }) =>
    [...moduleIds, facadeModuleId ?? ''].some((id) => isOffline(id) || catalogueOf(id)),
  )
  const files = withImports(
    bundle,
    chunks.map(({ fileName }) => fileName),
  )
  const pictures = chunksOf(bundle)
    .filter(({ fileName }) => files.has(fileName))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedAssets ?? [])])
  return new Set([...files, ...pictures])
}

import { build, type Plugin, type Rolldown, type ResolvedConfig } from 'vite'
import { translate } from './messages.ts'
import { withImports } from './plan.ts'
import { type Page, pagesOf, readRoutes } from './routes.ts'

/** What a page or a modal needs besides the app's own script. */
export interface Needs {
  files: string[]
  namespaces: string[]
  /** Its first calls to the backend. */
  asks: readonly string[]
}

interface Loading {
  /** The catalogues' files, by language and namespace. */
  texts: Record<string, Record<string, string>>
  /** By address. */
  pages: Record<string, Needs>
  /** By name. */
  modals: Record<string, Needs>
}

const nothing: Loading = { texts: { th: {}, la: {}, en: {} }, pages: {}, modals: {} }

const locales = ['th', 'la', 'en']

/**
 * Lets the page paint by itself: inlines the boot script and the app's own styles, and tells that script what each address
 * needs. The server allows both by their hashes.
 */
export function pageShell(
  loadingOf: (bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk) => Loading,
): Plugin {
  let config: ResolvedConfig
  return {
    name: 'page-shell',
    configResolved(resolved) {
      config = resolved
    },
    async transformIndexHtml(_page, { server }) {
      if (!server) return
      const script = await bootScript(config, [], nothing)
      return [{ tag: 'script', children: script, injectTo: 'head-prepend' }]
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
        if (page?.type !== 'asset' || entry?.type !== 'chunk') throw new Error('The build has no page')
        const scripts = [...withImports(bundle, [entry.fileName])].filter((name) => name.endsWith('.js'))
        const script = await bootScript(config, scripts.toReversed(), loadingOf(bundle, entry))
        let html = String(page.source)
          // The boot script loads these after the first paint.
          .replaceAll(/\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g, '')
          .replace('</title>', () => `</title><script>${script}</script>`)
        for (const name of entry.viteMetadata?.importedCss ?? []) {
          const style = bundle[name]
          if (style?.type !== 'asset') continue
          html = html.replace(
            new RegExp(`<link rel="stylesheet"[^>]*href="/${name}">`),
            // A chunk that needs these styles looks for their link, and finds that it need not load them.
            (link) => `<style>${String(style.source)}</style>${link.replace('>', ' disabled>')}`,
          )
          delete bundle[name]
        }
        if (/<link rel="stylesheet"(?![^>]*disabled)/.test(html))
          throw new Error('The page still waits for a stylesheet')
        page.source = html
        const addresses = pagesOf(readRoutes()).flatMap(({ path }) => (path.includes('*') ? [] : [path]))
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(addresses) })
      },
    },
  }
}

async function bootScript(
  { env, build: { target } }: ResolvedConfig,
  entry: string[],
  { texts, pages, modals }: Loading,
): Promise<string> {
  const files = [...new Set(Object.values({ ...pages, ...modals }).flatMap((needs) => needs.files))]
  const short = (needs: Needs | undefined) => ({
    files: needs?.files.map((name) => files.indexOf(name)) ?? [],
    namespaces: needs?.namespaces ?? [],
    asks: needs?.asks ?? [],
  })
  const plan = {
    entry,
    files,
    texts,
    pages: Object.fromEntries(
      pagesOf(readRoutes()).map((page) => [page.path, { ...short(pages[page.path]), ...shellOf(page) }]),
    ),
    modals: Object.fromEntries(Object.entries(modals).map(([name, needs]) => [name, short(needs)])),
    lost: Object.fromEntries(locales.map((locale) => [locale, translate(lost, locale)])),
    updated: Object.fromEntries(
      locales.map((locale) => [locale, translate([updated], locale).join('').split('{at}')]),
    ),
    defaultLocale: env['VITE_LAOS'] === 'true' ? 'la' : 'th',
    sameOrigin: !env['VITE_API_ORIGIN'],
  }
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { SHELL: JSON.stringify(plan) },
    build: {
      target,
      write: false,
      copyPublicDir: false,
      lib: { entry: 'src/shell/boot.ts', formats: ['iife'], name: 'shell' },
    },
  })
  const [output] = [built].flat() as Rolldown.RolldownOutput[]
  const code = output?.output[0].code.trim()
  if (!code || /<\/script/i.test(code)) throw new Error('The boot script cannot stand in the page')
  return code
}

/** Shown if the app itself cannot be loaded, in the same words as its own screens. */
const lost = ['This page could not be shown', 'Your money is safe. Please try again.', 'Try again']

/** The text for the age of the wallet card's balance. */
const updated = 'Updated {at}'

/** What a page shows before its scripts have loaded: its shape, title, first words and picture. */
function shellOf({ staticData: { title, shell } }: Page) {
  const english = [shell?.title ?? title ?? '', shell?.text ?? ''].filter(Boolean)
  return {
    shape: shell?.shape,
    picture: shell?.picture,
    words: Object.fromEntries(locales.map((locale) => [locale, translate(english, locale)])),
  }
}

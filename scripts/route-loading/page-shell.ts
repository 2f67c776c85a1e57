import { build, type Plugin, type Rolldown, type ResolvedConfig } from 'vite'
import { translate } from './messages.ts'
import { withImports } from './plan.ts'
import { readRoutes } from './routes.ts'

/** What a page needs beside the app's own script. */
interface Needs {
  path: string
  files: string[]
  namespaces: string[]
  asks: string[]
}

interface Loading {
  /** The catalogues' files, by language and namespace. */
  texts: Record<string, Record<string, string>>
  needs: Needs[]
}

const languages = { th: 'th', la: 'lo', en: 'en' }

/**
 * Makes the page paint by itself: puts the script that opens it and the app's own styles inside it, and tells that script what
 * each address needs. The server allows both by their hashes.
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
    async transformIndexHtml(page, { server }) {
      const html = page.replace('<!-- words -->', wordsOfPages)
      if (!server) return html
      const script = await bootScript(config, [], { texts: { th: {}, la: {}, en: {} }, needs: [] })
      return { html, tags: [{ tag: 'script', children: script, injectTo: 'head-prepend' }] }
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
          // What the opening script fetches when its time has come.
          .replaceAll(/\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g, '')
          .replace('</title>', () => `</title><script>${script}</script>`)
        for (const name of entry.viteMetadata?.importedCss ?? []) {
          const style = bundle[name]
          if (style?.type !== 'asset') continue
          html = html.replace(
            new RegExp(`<link rel="stylesheet"[^>]*href="/${name}">`),
            // A chunk that wants these styles looks for their link, and finds that it need not fetch them.
            (link) => `<style>${String(style.source)}</style>${link.replace('>', ' disabled>')}`,
          )
          delete bundle[name]
        }
        if (/<link rel="stylesheet"(?![^>]*disabled)/.test(html))
          throw new Error('The page still waits for a stylesheet')
        page.source = html
      },
    },
  }
}

async function bootScript(
  { env, build: { target } }: ResolvedConfig,
  entry: string[],
  { texts, needs }: Loading,
): Promise<string> {
  const files = [...new Set(needs.flatMap((page) => page.files))]
  const plan = {
    entry,
    files,
    texts,
    pages: Object.fromEntries(
      needs.map((page) => [
        page.path,
        { ...page, path: undefined, files: page.files.map((name) => files.indexOf(name)) },
      ]),
    ),
    lost: Object.fromEntries(Object.keys(languages).map((locale) => [locale, translate(lost, locale)])),
    updated: Object.fromEntries(
      Object.keys(languages).map((locale) => [locale, translate([updated], locale).join('').split('{at}')]),
    ),
    defaultLocale: env['VITE_LAOS'] === 'true' ? 'la' : 'th',
    sameOrigin: !env['VITE_API_ORIGIN'],
  }
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { OPENING: JSON.stringify(plan) },
    build: {
      target,
      write: false,
      copyPublicDir: false,
      lib: { entry: 'src/opening/boot.ts', formats: ['iife'], name: 'opening' },
    },
  })
  const [output] = [built].flat() as Rolldown.RolldownOutput[]
  const code = output?.output[0].code.trim()
  if (!code || /<\/script/i.test(code)) throw new Error('The opening script cannot stand in the page')
  return code
}

/** What is said when the app itself cannot be had, in the words its screens use. */
const lost = ['This page could not be shown', 'Your money is safe. Please try again.', 'Try again']

/** As of when the wallet's card says its balance is. */
const updated = 'Updated {at}'

/** What pages say before their scripts are there; src/opening/opening.css shows those of the page and language that come. */
function wordsOfPages(): string {
  const plain = (text = '') => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return readRoutes()
    .flatMap(({ path, staticData: { shell } }) =>
      Object.entries(languages).map(([locale, lang]) => {
        if (!shell) return ''
        const [title, text] = translate([shell.title, shell.text], locale)
        return `<div class="opening-words opening-${path.split('/').at(-1)}" lang="${lang}"><b>${plain(title)}</b><p>${plain(text)}</p></div>`
      }),
    )
    .join('')
}

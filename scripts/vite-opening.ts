import { readFileSync } from 'node:fs'
import { build, type Plugin, type Rolldown, type ResolvedConfig } from 'vite'
import { wordsIn } from './text-parts.ts'

/** The modules that a screen is made of beyond the app's own script; src/opening/boot.ts knows which screen comes. */
const visitor = [/routes\/_visitor\.tsx\?/, /layouts\/visitor-layout\.tsx/]
const member = [/routes\/user\.tsx\?/, /layouts\/member-layout\.tsx/]
const screens = {
  visitor,
  login: [...visitor, /routes\/_visitor\/login\.tsx\?/],
  register: [...visitor, /routes\/_visitor\/register\.tsx\?/],
  member,
  home: [...member, /routes\/user\/home\.tsx\?/],
}

/** What these screens say before their scripts are there, in English, which is how the catalogues know it. */
const words = {
  login: ['Log in', 'Your wallet, ready wherever you are'],
  register: ['Create your account', 'We send a code to your phone to make sure that it is yours.'],
}
const languages = { th: 'th', la: 'lo', en: 'en' }

/**
 * Makes the page paint by itself: puts the script that opens it and the styles of the first screen inside it, and tells
 * that script which files each screen needs. The server allows both by their hashes.
 */
export function opening(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'opening',
    configResolved(resolved) {
      config = resolved
    },
    async transformIndexHtml(page, { server }) {
      const html = page.replace('<!-- words -->', wordsOfScreens)
      if (!server) return html
      const script = await bootScript(config, { entry: [], files: {}, texts: {} })
      return { html, tags: [{ tag: 'script', children: script, injectTo: 'head-prepend' }] }
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        const entry = chunksOf(bundle).find(({ isEntry }) => isEntry)
        if (page?.type !== 'asset' || !entry) throw new Error('The build has no page')
        const script = await bootScript(config, {
          entry: [...withImports(bundle, [entry.fileName])]
            .filter((name) => name.endsWith('.js'))
            .toReversed(),
          files: filesOfScreens(bundle, entry),
          texts: filesOfTexts(bundle),
        })
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

interface Plan {
  entry: string[]
  files: Record<string, string[]>
  texts: Record<string, Record<string, string>>
}

async function bootScript(
  { env, build: { target } }: ResolvedConfig,
  { entry, files, texts }: Plan,
): Promise<string> {
  const plan = {
    entry,
    files: { ...Object.fromEntries(Object.keys(screens).map((name) => [name, []])), ...files },
    texts: { th: {}, la: {}, en: {}, ...texts },
    lost: Object.fromEntries(Object.keys(languages).map((locale) => [locale, said(lost, locale)])),
    updated: Object.fromEntries(
      Object.keys(languages).map((locale) => [locale, said([updated], locale).join('').split('{at}')]),
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

function said(english: readonly string[], locale: string): string[] {
  const texts = wordsIn(readFileSync(`src/i18n/locales/${locale}.po`, 'utf8'))
  return english.map((text) => {
    const words = texts.get(text)
    if (!words) throw new Error(`The ${locale} catalogue has no words for "${text}"`)
    return words
  })
}

/** The words in every language; src/opening/opening.css shows those of the screen and language that come. */
function wordsOfScreens(): string {
  const plain = (text = '') => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return Object.entries(languages)
    .flatMap(([locale, lang]) =>
      Object.entries(words).map(([screen, english]) => {
        const [title, text] = said(english, locale)
        return `<div class="opening-words opening-${screen}" lang="${lang}"><b>${plain(title)}</b><p>${plain(text)}</p></div>`
      }),
    )
    .join('')
}

const chunksOf = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')

/** These chunks and, each after who asks for it, what they import, with its styles. */
function withImports(bundle: Rolldown.OutputBundle, names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || found.has(name)) continue
    found.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    withImports(bundle, chunk.imports, found)
  }
  return found
}

/** What each screen loads, without what the page loads anyway. */
function filesOfScreens(
  bundle: Rolldown.OutputBundle,
  entry: Rolldown.OutputChunk,
): Record<string, string[]> {
  const anyway = withImports(bundle, [entry.fileName])
  return Object.fromEntries(
    Object.entries(screens).map(([screen, modules]) => {
      const chunks = modules.map((module) => {
        const chunk = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
        if (!chunk) throw new Error(`No chunk has ${String(module)}, which the screen ${screen} is made of`)
        return chunk.fileName
      })
      return [screen, [...withImports(bundle, chunks)].filter((name) => !anyway.has(name))]
    }),
  )
}

function filesOfTexts(bundle: Rolldown.OutputBundle): Record<string, Record<string, string>> {
  const texts: Record<string, Record<string, string>> = {}
  for (const { fileName, moduleIds } of chunksOf(bundle)) {
    const [, locale, part] = /\/(\w+)\.po\?(visitor|home)\?/.exec(moduleIds[0] ?? '') ?? []
    if (locale && part) texts[locale] = { ...texts[locale], [part]: fileName }
  }
  return texts
}

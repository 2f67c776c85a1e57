import { build, type Plugin, type Rolldown, type ResolvedConfig } from 'vite'

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
    async transformIndexHtml(_html, { server }) {
      if (!server) return []
      return [{ tag: 'script', children: await bootScript(config, {}, {}), injectTo: 'head-prepend' }]
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        const entry = chunksOf(bundle).find(({ isEntry }) => isEntry)
        if (page?.type !== 'asset' || !entry) throw new Error('The build has no page')
        const script = await bootScript(config, filesOfScreens(bundle, entry), filesOfTexts(bundle))
        let html = String(page.source).replace('</title>', () => `</title><script>${script}</script>`)
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
  files: Record<string, string[]>,
  texts: Record<string, Record<string, string>>,
): Promise<string> {
  const plan = {
    files: { ...Object.fromEntries(Object.keys(screens).map((name) => [name, []])), ...files },
    texts: { th: {}, la: {}, en: {}, ...texts },
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

const chunksOf = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')

/** What each screen loads, without what the page loads anyway. */
function filesOfScreens(
  bundle: Rolldown.OutputBundle,
  entry: Rolldown.OutputChunk,
): Record<string, string[]> {
  const withImports = (names: string[], found = new Set<string>()): Set<string> => {
    for (const name of names) {
      const chunk = bundle[name]
      if (chunk?.type !== 'chunk' || found.has(name)) continue
      found.add(name)
      for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
      withImports(chunk.imports, found)
    }
    return found
  }
  const anyway = withImports([entry.fileName])
  return Object.fromEntries(
    Object.entries(screens).map(([screen, modules]) => {
      const chunks = modules.map((module) => {
        const chunk = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
        if (!chunk) throw new Error(`No chunk has ${String(module)}, which the screen ${screen} is made of`)
        return chunk.fileName
      })
      return [screen, [...withImports(chunks)].filter((name) => !anyway.has(name))]
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

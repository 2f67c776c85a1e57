import { readdirSync, readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { parseSync, Visitor } from 'vite'

interface Entry {
  message?: string
  translation?: string
  origin?: [path: string, line?: number][]
}

const entriesOf = (locale: string): [string, Entry][] =>
  Object.entries(
    formatter().parse(readFileSync(`src/i18n/locales/${locale}.po`, 'utf8'), {
      locale,
      sourceLocale: 'en',
      filename: `${locale}.po`,
    }),
  )

/** The source files that use each message, by its id. `isUnshipped`: the file says it only to the build. */
export const originsOfMessages = (
  isUnshipped: (message: string, path: string) => boolean,
): Map<string, string[]> =>
  new Map(
    entriesOf('en').map(([id, { message = id, origin = [] }]) => {
      const paths = origin.map(([path]) => path)
      return [id, paths.filter((path) => !isUnshipped(message, path))]
    }),
  )

/** A catalogue's translations by their English. */
export const wordsOf = (locale: string): Map<string, string> =>
  new Map(entriesOf(locale).map(([id, { message = id, translation = '' }]) => [message, translation]))

/** The translations of these English texts. */
export function translate(english: readonly string[], locale: string): string[] {
  const words = wordsOf(locale)
  return english.map((text) => {
    const found = words.get(text)
    if (!found) throw new Error(`The ${locale} catalogue has no words for "${text}"`)
    return found
  })
}

export const cataloguesId = 'virtual:catalogues'

/** The module that src/i18n/activate.ts imports: loads each namespace of each language. */
export function cataloguesModule(namespaces?: readonly string[]): string {
  const locales = readdirSync('src/i18n/locales').map((file) => file.replace('.po', ''))
  const load = (query: string) =>
    `{${locales.map((locale) => `${locale}: () => import('/src/i18n/locales/${locale}.po${query}')`).join()}}`
  // In development all messages come at once.
  if (!namespaces) return `export const catalogues = { common: ${load('?lingui')} }`
  return `export const catalogues = {${namespaces.map((name) => `'${name}': ${load(`?${name}?lingui`)}`).join()}}`
}

const catalogueId = /\/(\w+)\.po\?([\w-]+)\?lingui$/

/** The language and the namespace of a catalogue's module. */
export function catalogueOf(id: string): { locale: string; namespace: string } | undefined {
  const [, locale, namespace] = catalogueId.exec(id) ?? []
  return locale && namespace ? { locale, namespace } : undefined
}

// The namespaces' contents are known only after every module was read: until then a placeholder stands for them.
const catalogueSlot = /(["'`])@@messages (\w+) ([\w-]+)@@\1/g
const neededSlot = /@@needed by (.*?)@@/g

/** A JavaScript string literal as JSON, which has no `\xA0`: Lingui writes a no-break space so. */
export const jsonLiteral = (literal: string): string =>
  literal.replaceAll(/\\(?:x([\dA-Fa-f]{2})|.)/gu, (escape: string, hex?: string) =>
    hex === undefined ? escape : `\\u00${hex}`,
  )

export const emptyCatalogue = ({ locale, namespace }: { locale: string; namespace: string }): string =>
  `export const messages = JSON.parse("@@messages ${locale} ${namespace}@@")`

/** Wraps every lazy import of a module, so that it resolves together with the messages of what it loads. */
export function awaitMessages(code: string, resolved: (specifier: string) => string | undefined): string {
  let changed = code
  const found: { start: number; end: number; target: string }[] = []
  new Visitor({
    ImportExpression({ source, start, end }) {
      const target = source.type === 'Literal' && resolved(String(source.value))
      if (target) found.push({ start, end, target })
    },
  }).visit(parseSync('part.js', code).program)
  for (const { start, end, target } of found.toReversed())
    changed = `${changed.slice(0, start)}withMessages$("@@needed by ${target}@@", ${changed.slice(start, end)})${changed.slice(end)}`
  return found.length === 0
    ? code
    : `import { withMessages as withMessages$ } from '/src/i18n/activate.ts'\n${changed}`
}

/** Replaces a chunk's placeholders, whose values are known by now. */
export function fillSlots(
  code: string,
  messagesIn: (locale: string, namespace: string) => object,
  neededBy: (module: string) => readonly string[],
): string {
  return code
    .replaceAll(catalogueSlot, (_, _quote, locale: string, namespace: string) =>
      JSON.stringify(JSON.stringify(messagesIn(locale, namespace))),
    )
    .replaceAll(neededSlot, (_, module: string) => neededBy(module).join(' '))
}

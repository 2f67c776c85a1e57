import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { locales } from '../../src/lib/text/locale-codes.ts'

/** Parsed once for a build, which asks for each text of a shell. */
const catalogues: Record<string, ReturnType<ReturnType<typeof formatter>['parse']>> = {}

/** The messages of a language by their ids. */
export function readCatalogue(locale: string) {
  const filename = `src/i18n/locales/${locale}.po`
  const parse = () =>
    formatter().parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
  return (catalogues[locale] ??= parse())
}

/** The ids of a catalogue's messages. */
export const idsOf = (locale: string): string[] => Object.keys(readCatalogue(locale))

/** The ids of the messages that are used nowhere but in these files, such as `src/i18n/format.ts`. */
export function idsOnlyIn(files: ReadonlySet<string>): Set<string> {
  const messages = Object.entries(readCatalogue('en'))
  return new Set(
    messages.flatMap(([id, { origin = [] }]) => (origin.every(([file = '']) => files.has(file)) ? id : [])),
  )
}

/** These English texts in each language. Fails the build if a catalogue lacks one. */
export function inEachLanguage(english: readonly string[]): Record<string, string[]> {
  const translate = (text: string, locale: string) => {
    const words = Object.values(readCatalogue(locale)).find(({ message }) => message === text)?.translation
    if (!words) throw new Error(`The ${locale} catalogue has no words for "${text}"`)
    return words
  }
  return Object.fromEntries(locales.map((locale) => [locale, english.map((text) => translate(text, locale))]))
}

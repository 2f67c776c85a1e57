import { readFileSync } from 'node:fs'

export const languages = ['th', 'la', 'en'] as const
export type Language = (typeof languages)[number]

export interface Words {
  /** The app's text for an English source text. */
  say: (english: string) => string
  /** The same as a pattern, in which every placeholder and tag matches anything. */
  like: (english: string) => RegExp
}

/** The app's texts in a language, from its catalogue. */
export function wordsOf(language: Language): Words {
  const catalogue = readCatalogue(language)
  const say = (english: string) => {
    const text = catalogue.get(english)
    if (!text) throw new Error(`The ${language} catalogue has no words for "${english}"`)
    return text
  }
  return {
    say,
    like: (english) =>
      new RegExp(
        say(english)
          .split(/\{\w+\}|<\/?\w+\/?>/u)
          .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`))
          .join('.*'),
        'u',
      ),
  }
}

function readCatalogue(language: Language): ReadonlyMap<string, string> {
  const text = readFileSync(new URL(`../../src/i18n/locales/${language}.po`, import.meta.url), 'utf8')
  const entries = text.split(/\n{2,}/u).flatMap((entry): [string, string][] => {
    const id = quoted(entry, 'msgid')
    return id ? [[id, quoted(entry, 'msgstr')]] : []
  })
  return new Map(entries)
}

/** The text after a keyword of a catalogue entry, possibly over several lines. */
function quoted(entry: string, keyword: string): string {
  const [, lines = ''] = new RegExp(String.raw`^${keyword} ((?:".*"\n?)+)`, 'mu').exec(entry) ?? []
  return [...lines.matchAll(/^(".*")$/gmu)].map(([, line = '""']) => String(JSON.parse(line))).join('')
}

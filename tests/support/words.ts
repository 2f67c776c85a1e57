import { readCatalogue } from '../../scripts/route-loading/messages.ts'

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
  const catalogue = textsOf(language)
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

/** A catalogue's texts by their English. */
export const textsOf = (language: Language): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(readCatalogue(language)).map(([id, { message = id, translation = '' }]) => [
      message,
      translation,
    ]),
  )

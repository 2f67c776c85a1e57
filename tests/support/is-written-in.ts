import type { Locale } from '../../src/lib/text/locale-codes.ts'

const letters: Record<Locale, { own: RegExp; foreign: RegExp }> = {
  en: { own: /\p{Script=Latin}/u, foreign: /\p{Script=Thai}|\p{Script=Lao}/u },
  th: { own: /\p{Script=Thai}/u, foreign: /\p{Script=Lao}/u },
  la: { own: /\p{Script=Lao}/u, foreign: /\p{Script=Thai}/u },
}

/** Whether a translation uses its language's script, unless it is only an abbreviation or a name that keeps its Latin letters. */
export function isWrittenIn(locale: Locale, text: string): boolean {
  const { own, foreign } = letters[locale]
  const words = text.replaceAll(/\{[^}]*\}|<[^>]*>/gu, '').match(/\p{L}+/gu) ?? []
  const isName = words.every((word) => /^(?:[A-Z]{1,4}|PromptPay|TrueMoney)$/u.test(word))
  return !foreign.test(text) && (isName || own.test(text))
}

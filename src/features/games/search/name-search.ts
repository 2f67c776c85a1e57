import { toArabicDigits } from '#lib/money/digits.ts'

/** The text without what people type differently: capitals, combining marks and spaces. */
function plain(text: string): string {
  return toArabicDigits(text)
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{P}\s]/gu, '')
    .toLowerCase()
}

interface Named {
  code: string
  name: string
}

/** Codes of the games whose name contains the text. Undefined if the text is empty. */
export function searchNames(all: readonly Named[], text: string): Set<string> | undefined {
  const wanted = plain(text)
  if (!wanted) return undefined
  return new Set(
    all
      .filter(({ code, name }) => [name, code].some((each) => plain(each).includes(wanted)))
      .map(({ code }) => code),
  )
}

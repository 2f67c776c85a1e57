import { toArabicDigits } from '#lib/digits.ts'

/** What is left when it does not matter how somebody typed: no capitals, marks above and below, or gaps. */
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

/** Codes of what is called something with these letters in it. Undefined: nothing was asked. */
export function searchNames(all: readonly Named[], text: string): Set<string> | undefined {
  const wanted = plain(text)
  if (!wanted) return undefined
  return new Set(
    all
      .filter(({ code, name }) => [name, code].some((each) => plain(each).includes(wanted)))
      .map(({ code }) => code),
  )
}

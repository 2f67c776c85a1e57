import { env } from '#lib/env.ts'
import { linkFromOutside, webAddress } from '#lib/network/outside-address.ts'

/** A link in somebody's words: plain letters only, so that Thai or Lao written right behind it stays outside. */
const links = /https?:\/\/[\x21-\x7e]+/gu
/** What ends a sentence or closes a bracket rather than belonging to an address. */
const tail = /[.,:;!?'"<>)\]}*]+$/u

const home = () => env.apiOrigin || location.origin

/**
 * The address, where it leads somewhere harmless: https, or this site's own. Undefined for anything that would run, hide or dress
 * up as something else.
 */
export function safeAddress(address: string): string | undefined {
  const href = safeLink(address)
  return href?.startsWith('https:') || href?.startsWith(`${home()}/`) ? href : undefined
}

/** A link may lead to a plain http page too. */
export const safeLink = (address: string): string | undefined =>
  webAddress(address, home()) && linkFromOutside(address, home())

/** `tel:` and the number; undefined for what nobody could dial. */
export function phoneLink(number: string): string | undefined {
  const digits = number.replaceAll(/[\s().-]/gu, '')
  return /^\+?\d{3,15}$/u.test(digits) ? `tel:${digits}` : undefined
}

interface TextPart {
  text: string
  /** Where it begins. */
  at: number
  href?: string
}

/** Words as they are, cut where a link begins and ends. The parts put together are the words again. */
export function textParts(words: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of words.matchAll(links)) {
    const text = found.replace(tail, '')
    const href = safeLink(text)
    if (!href) continue
    if (index > from) parts.push({ text: words.slice(from, index), at: from })
    parts.push({ text, href, at: index })
    from = index + text.length
  }
  if (from < words.length) parts.push({ text: words.slice(from), at: from })
  return parts
}

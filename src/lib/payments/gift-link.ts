import { readUrl } from '#lib/network/read-url.ts'

const code = /^[A-Za-z0-9]{18,64}$/u

/** The gift link in a copied text; undefined if there is none, or more than one. */
export function giftLinkIn(text: string): string | undefined {
  const links = new Set(text.match(/https?:\/\/[^\s<>"'“”()]+/giu)?.filter((link) => giftCode(link) !== null))
  return links.size === 1 ? [...links][0] : undefined
}

/** The code of a TrueMoney gift link; null for another address. */
export function giftCode(link: string): string | null {
  const url = readUrl(link)
  if (!url) return null
  const isGift =
    url.protocol === 'https:' &&
    url.host === 'gift.truemoney.com' &&
    /^\/campaign\/?$/u.test(url.pathname) &&
    url.username + url.password === ''
  const found = url.searchParams.get('v') ?? ''
  return isGift && code.test(found) ? found : null
}

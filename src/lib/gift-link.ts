const code = /^[A-Za-z0-9]{18,64}$/u

/** The code of a TrueMoney gift link; null where the address is none, or another site's. */
export function giftCode(link: string): string | null {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  const isGift =
    url.protocol === 'https:' &&
    url.host === 'gift.truemoney.com' &&
    /^\/campaign\/?$/u.test(url.pathname) &&
    url.username + url.password === ''
  const found = url.searchParams.get('v') ?? ''
  return isGift && code.test(found) ? found : null
}

import { readUrl } from './read-url.ts'

/**
 * The address of a web page or a picture, said from outside and so perhaps `javascript:`. Undefined unless it is `https:` or `http:`.
 * Relative addresses resolve against `base`, and are refused without one.
 */
export function webAddress(address: string, base?: string): string | undefined {
  const url = read(address, base)
  return url && /^https?:$/u.test(url.protocol) ? url.href : undefined
}

/**
 * The address of a link in content from outside, if it may be followed: `https:`, `http:`, `tel:` or `mailto:`. Relative
 * addresses resolve against `origin`. An address with credentials (`https://champa.example@elsewhere.example`) is refused,
 * because it only imitates another host.
 */
export function linkFromOutside(address: string, origin: string): string | undefined {
  const url = read(address, origin)
  return url && /^(?:https?|tel|mailto):$/u.test(url.protocol) && !url.username && !url.password
    ? url.href
    : undefined
}

/**
 * The address of a picture in content from outside, if it may be loaded: one of our own origin or a `data:` image. A third
 * party's picture would tell that party who reads it and when; an address of the API could have effects.
 */
export function pictureFromOutside(address: string, origin: string): string | undefined {
  const url = read(address, origin)
  if (url?.protocol === 'data:') return /^data:image\//iu.test(url.href) ? url.href : undefined
  // The origin of a blob address is that of the page that created it.
  if (url?.protocol === 'blob:') return undefined
  return url?.origin === origin && !/^\/api\/|%(?:2e|2f|5c)/iu.test(url.pathname) ? url.href : undefined
}

function read(address: string, base?: string): URL | undefined {
  return address.trim() === '' ? undefined : readUrl(address, base)
}

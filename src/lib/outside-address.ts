const linked: ReadonlySet<string> = new Set(['http:', 'https:', 'tel:', 'mailto:'])

/**
 * Where a link in somebody else's words may lead: the web, a call, a letter. `origin` is what a short address is below.
 * A name before the host (`https://champa.example@elsewhere.example`) only ever pretends, so such an address is none.
 */
export function linkFromOutside(address: string, origin: string): string | undefined {
  const url = read(address, origin)
  return url && linked.has(url.protocol) && !url.username && !url.password ? url.href : undefined
}

/**
 * A picture in somebody else's words: ours, or one that carries its own bytes. A picture from a third place would tell that
 * place who reads, when and where, so it is not fetched; nor is anything of the API.
 */
export function pictureFromOutside(address: string, origin: string): string | undefined {
  const url = read(address, origin)
  if (url?.protocol === 'data:') return /^data:image\//iu.test(url.href) ? url.href : undefined
  // A blob's origin is that of the page that made it.
  if (url?.protocol === 'blob:') return undefined
  return url?.origin === origin && !/^\/api\/|%(?:2e|2f|5c)/iu.test(url.pathname) ? url.href : undefined
}

function read(address: string, origin: string): URL | undefined {
  return address.trim() !== '' && URL.canParse(address, origin) ? new URL(address, origin) : undefined
}

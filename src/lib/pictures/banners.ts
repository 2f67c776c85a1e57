import { readUrl } from '#lib/network/read-url.ts'

/** The valid picture addresses, absolute, in their order and each once. `origin` is the app's own. */
export function bannerAddresses(given: readonly string[], origin: string): string[] {
  return [...new Set(given.flatMap((address) => readAddress(address, origin) ?? []))]
}

function readAddress(address: string, origin: string): string | undefined {
  if (address.trim() === '') return undefined
  const url = readUrl(address, origin)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

/** The valid picture addresses, absolute, in their order and each once. `origin` is the app's own. */
export function bannerAddresses(given: readonly string[], origin: string): string[] {
  return [...new Set(given.flatMap((address) => readAddress(address, origin) ?? []))]
}

function readAddress(address: string, origin: string): string | undefined {
  if (address.trim() === '') return undefined
  try {
    const { protocol, href } = new URL(address, origin)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}

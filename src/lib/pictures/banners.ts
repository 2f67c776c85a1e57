import { webAddress } from '#lib/network/outside-address.ts'

/** The valid picture addresses, absolute, in their order and each once. `origin` is the app's own. */
export function bannerAddresses(given: readonly string[], origin: string): string[] {
  return [...new Set(given.flatMap((address) => webAddress(address, origin) ?? []))]
}

/** An address with its parts; undefined for what is none. `URL.canParse` is missing in Chromium 119 and older. */
export function readUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

/** Parses an address; undefined if it is not valid. The app's oldest browser, Chromium 119, has no `URL.canParse`. */
export function readUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

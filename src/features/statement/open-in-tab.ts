import { webAddress } from '#lib/network/outside-address.ts'

/**
 * Opens the address that `find` returns in a new tab that cannot reach this one. The tab opens at once, because browsers allow
 * it only inside a tap, and is navigated afterwards. If `find` rejects, the tab is closed and the error passed on.
 */
export async function openInTab(find: () => Promise<string>): Promise<void> {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  try {
    const address = webAddress(await find(), location.href)
    if (!address) throw new TypeError('Not a page')
    if (tab) tab.location.replace(address)
    else location.assign(address)
  } catch (error) {
    tab?.close()
    throw error
  }
}

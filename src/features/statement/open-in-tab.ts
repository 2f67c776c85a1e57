/**
 * Opens what `find` gives in a new tab that knows nothing of this one. The tab opens with the tap, as browsers insist, and is led
 * there afterwards. Rejects with what `find` does, the tab closed again.
 */
export async function openInTab(find: () => Promise<string>): Promise<void> {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  try {
    const address = new URL(await find(), location.href)
    if (!/^https?:$/u.test(address.protocol)) throw new TypeError('Not a page')
    if (tab) tab.location.replace(address)
    else location.assign(address)
  } catch (error) {
    tab?.close()
    throw error
  }
}

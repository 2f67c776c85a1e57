import { opensEmptyTabs } from '#lib/device/embedded-browser.ts'
import type { Destination } from './launch-rules.ts'

export interface LaunchTab {
  /** False if the tab is gone: the member has to open the destination by another tap. */
  go(destination: Destination): boolean
  close(): void
}

/**
 * Opens an empty tab at once, because browsers allow that only inside a tap, and the game's address is known later. Returns
 * undefined if it was blocked. The game's page can neither reach this one nor see where it was opened from.
 */
export function openLaunchTab(waiting: string): LaunchTab | undefined {
  if (!opensEmptyTabs()) return undefined
  const tab = window.open('about:blank', '_blank')
  if (!tab) return undefined
  try {
    tab.opener = null
    renderPlaceholder(tab.document, waiting)
  } catch {
    tab.close()
    return undefined
  }
  return {
    go(destination) {
      if (tab.closed) return false
      try {
        navigateTab(tab.document, destination)
        return true
      } catch {
        tab.close()
        return false
      }
    },
    close: () => tab.close(),
  }
}

function renderPlaceholder(page: Document, waiting: string): void {
  page.title = waiting
  page.documentElement.lang = document.documentElement.lang
  page.head.append(meta(page, 'referrer', 'no-referrer'), meta(page, 'viewport', 'width=device-width'))
  // The tab has none of the app's styles, so it copies the colours and the font.
  const { backgroundColor } = getComputedStyle(document.documentElement)
  const { color, fontFamily } = getComputedStyle(document.body)
  Object.assign(page.body.style, { backgroundColor, color, fontFamily, margin: '2rem', textAlign: 'center' })
  page.body.append(waiting)
}

function meta(page: Document, name: string, content: string): HTMLMetaElement {
  return Object.assign(page.createElement('meta'), { name, content })
}

function navigateTab(page: Document, destination: Destination): void {
  if (destination.kind === 'address') {
    const link = Object.assign(page.createElement('a'), { href: destination.href, rel: 'noreferrer' })
    page.body.append(link)
    link.click()
    return
  }
  const form = Object.assign(page.createElement('form'), {
    method: 'post',
    action: destination.action,
    rel: 'noreferrer',
  })
  for (const [name, value] of destination.fields) {
    form.append(Object.assign(page.createElement('input'), { type: 'hidden', name, value }))
  }
  page.body.append(form)
  // A field named `submit` would hide the form's own method.
  HTMLFormElement.prototype.submit.call(form)
}

export type Embedded = 'line' | 'facebook' | 'messenger' | 'instagram' | 'tiktok' | 'other'
export type System = 'android' | 'ios' | 'other'

/** Marks of apps in the user agent of their embedded browser; the first match counts. */
const marks: readonly [app: Embedded, mark: RegExp][] = [
  ['line', /\bLine\/\d/u],
  ['messenger', /FBAN\/Messenger|FB_IAB\/(?:MESSENGER|Orca)|MessengerForiOS|MessengerLiteForiOS/u],
  ['instagram', /\bInstagram[ /]\d/u],
  ['tiktok', /\bBytedanceWebview|\bmusical_ly|\btrill_|\bTikTok\b/u],
  ['facebook', /\bFBA[NV]\/|FB_IAB\/|\[FB/u],
  ['other', /\b(?:Twitter|MicroMessenger|Zalo|Viber|KAKAOTALK|Snapchat|GSA)\b/u],
]

/** The app in whose embedded browser the page is open; undefined in a standalone one, where the app can be installed. */
export function embeddedIn(userAgent: string): Embedded | undefined {
  const [named] = marks.find(([, mark]) => mark.test(userAgent)) ?? []
  if (named) return named
  // Web views of other apps: Android adds `wv`; on an iPhone only a real browser contains `Safari`.
  if (/\bAndroid\b.*; wv\)/u.test(userAgent)) return 'other'
  return /\b(?:iPhone|iPad|iPod)\b/u.test(userAgent) && !/\bSafari\//u.test(userAgent) ? 'other' : undefined
}

export function systemOf(userAgent: string): System {
  if (/\bAndroid\b/u.test(userAgent)) return 'android'
  return /\b(?:iPhone|iPad|iPod)\b/u.test(userAgent) ? 'ios' : 'other'
}

/**
 * An address that opens this page in the phone's browser: LINE has a parameter, Android an intent. Undefined if there is none,
 * and only instructions help.
 */
export function phoneBrowserAddress(app: Embedded, system: System, href: string): string | undefined {
  const url = new URL(href)
  if (app === 'line') {
    url.searchParams.set('openExternalBrowser', '1')
    return url.href
  }
  if (system !== 'android' || !/^https?:$/u.test(url.protocol)) return undefined
  const scheme = url.protocol.slice(0, -1)
  const fallback = encodeURIComponent(url.href)
  const place = `${url.host}${url.pathname}${url.search}`
  return `intent://${place}#Intent;scheme=${scheme};action=android.intent.action.VIEW;S.browser_fallback_url=${fallback};end`
}

/**
 * False where an empty tab could not be navigated later: in an app on an iPhone's home screen it would stay empty, and in
 * another app's browser it would replace this page.
 */
export function opensEmptyTabs(): boolean {
  const onHomeScreen = 'standalone' in navigator && navigator.standalone === true
  return !onHomeScreen && !/; wv\)|\bLine\//iu.test(navigator.userAgent)
}

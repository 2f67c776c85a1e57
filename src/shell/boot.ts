import { clockTime } from '#lib/dates/clock-time.ts'
import { findSession, stored } from '#lib/early-storage.ts'
import { env } from '#lib/env.ts'
import { htmlLang, locales } from '#lib/text/locale-codes.ts'
import { figureLength } from '#lib/money/money.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { requesterHeader } from '#lib/network/requester.ts'
import { followLock } from '#lock/follow-lock.ts'
import { recoverStalePage } from '#recovery/recover-stale-page.ts'
import { retryFailedPreloads } from '#recovery/retry-failed-preloads.ts'
import { startFailed } from '#recovery/start-failed.ts'
import { knownBalance } from './known-balance.ts'
import type { Plan } from './plan.ts'
import { prepareFonts } from './prepare-fonts.ts'

/**
 * Runs inside the page before its first paint, and is therefore kept minimal: sets theme and language and shows the page's
 * shape. After that paint it loads the app, and in parallel the files and the first answers that this screen needs.
 */
declare const PLAN: Plan

// Named once: the build writes the whole plan wherever its name stands.
const { entry, entries, messages, screens: named, words } = PLAN
globalThis.champaMessages = messages
const screens = new Map(Object.entries(named))
const page = document.documentElement
const { token, area } = findSession()

const theme = stored(storageKeys.theme)
if (theme === 'day' || theme === 'night') page.dataset['theme'] = theme

const chosen = stored(storageKeys.locale)
const locale = locales.find((one) => one === chosen) ?? env.defaultLocale
page.lang = htmlLang(locale)
const [updated = '', ...lost] = words[locale] ?? []

const address = addressOf(location.pathname.replace(/\/$/, ''))
const screen = screens.get(address) ?? screens.get('/*')
const modal = token ? screens.get(new URLSearchParams(location.search).get('open') ?? '') : undefined

followLock()
retryFailedPreloads()

addEventListener('DOMContentLoaded', () => {
  say(wordsNow())
  // Shows the shape, with its words: they would move what is below them.
  document.querySelector('.shell-page')?.setAttribute('data-page', screen?.shape ?? 'column')
  // A hidden page has no frames.
  if (document.hidden) load()
  else requestAnimationFrame(() => setTimeout(load))
})

/** The address after the app's own redirects. */
function addressOf(path: string): string {
  if (path !== '' && path !== '/user' && !path.startsWith('/user/')) return path
  if (!token) return entries.visitor
  return path.startsWith('/user/') ? path : entries.member
}

/** The screen's title and text, or the wallet's last known balance and its time. */
function wordsNow(): string[] {
  if (page.dataset['lock'] === 'shut') return []
  if (screen?.shape !== 'wallet' || !token) return screen?.words?.[locale] ?? []
  const found = {
    wallet: stored(storageKeys.userInfo, area),
    syncedAt: stored(storageKeys.lastSync, area),
    hidden: stored(storageKeys.hideBalance),
  }
  const balance = knownBalance(found, token, { online: navigator.onLine, now: Date.now() })
  if (!balance) return []
  page.toggleAttribute('data-shell-stale', balance.stale)
  page.style.setProperty('--length', `${figureLength(balance.figure)}`)
  // In another tab the member may sign out or hide amounts before the app is here to notice. Other keys are none of that: this page is
  // also told what the page before a reload stored as it was left.
  const hiding = new Set<unknown>([storageKeys.token, storageKeys.signedOutAt, storageKeys.hideBalance])
  addEventListener('storage', ({ key }) => hiding.has(key) && say([]))
  return [`${balance.figure} ฿`, updated.replace('{at}', clockTime(balance.at, locale))]
}

/** Shows these texts in the page's shape: a title, then texts. */
function say(texts: readonly string[]): void {
  const parts = texts.map((text, index) => {
    const part = document.createElement(index === 0 ? 'h1' : 'p')
    const [words = '', unit] = text.split(/(?=฿)/u)
    part.textContent = words
    if (unit) part.append(Object.assign(document.createElement('small'), { textContent: unit }))
    return part
  })
  document.querySelector('.shell-words')?.replaceChildren(...parts)
}

function load(): void {
  const shown = [screen, modal].flatMap((one) => one ?? [])
  for (const address of shown.flatMap(({ asks }) => asks)) ask(address)
  const isLater = shown.some(({ offline }) => !offline)
  const { start = [], later = [] } = messages[locale] ?? {}
  preload(new Set([start, isLater ? later : [], entry, shown.flatMap(({ files }) => files)].flat()))
  prepareFonts(lost.join(''))
  const recover = (error: unknown) => recoverStalePage(error, lost, say)
  addEventListener(startFailed, (event) => recover((event as CustomEvent).detail))
  run().catch(recover)
}

/**
 * Each script in a task of its own, the app last. Imported by the last one alone they share a task, which blocks a slow phone a third
 * longer.
 */
async function run(): Promise<void> {
  for (const file of entry) await import(/* @vite-ignore */ `/${file}`)
}

/** Each file in a task of its own: a request takes a millisecond or more of a slow phone's main thread. */
function preload(files: Iterable<string>): void {
  for (const file of files) {
    setTimeout(() => {
      const link = document.createElement('link')
      link.rel = file.endsWith('.js') ? 'modulepreload' : 'preload'
      link.as = file.endsWith('.css') ? 'style' : file.endsWith('.json') ? 'fetch' : 'script'
      link.crossOrigin = ''
      link.href = `/${file}`
      document.head.append(link)
    })
  }
}

function ask(address: string): void {
  if (env.apiOrigin !== '' || !navigator.onLine) return
  // Not `Headers`, which throw at a token that no header can carry; `fetch` rejects.
  const headers = {
    Accept: 'application/json',
    'Accept-Language': page.lang,
    ...requesterHeader,
    ...(token && { Authorization: `Bearer ${token}` }),
  }
  const answer = fetch(address, { headers, cache: token ? 'no-store' : 'default' })
  // The taker of the answer handles its failure; without one the failure must not count as unhandled.
  answer.catch(() => undefined)
  ;(globalThis.champaEarly ??= []).push({ address, token, answer })
}

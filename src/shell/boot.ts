import type { EarlyQuestion } from '#api/early-answer.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { afterFirstPaint } from './first-paint.ts'
import { knownBalance, type KnownBalance } from './known-balance.ts'
import { recoverStalePage } from './recover-stale-page.ts'
import { warmFonts } from './warm-fonts.ts'

/**
 * Runs inside the page before its first paint, and is therefore kept minimal: sets theme and language and shows the placeholder
 * shape. After that paint it loads the app, and in parallel the files and the one answer that this screen needs.
 */
declare const SHELL: {
  /** The app's own script, after what it imports. Empty in development, where the page names it. */
  entry: string[]
  files: string[]
  /** What each address needs besides, and its placeholder shape and texts. */
  pages: Record<string, Needs & Shell>
  /** What the modals need that an address can open. */
  modals: Record<string, Needs>
  /** The message files, by language and namespace. */
  texts: Record<string, Record<string, string>>
  /** The texts by language when the app cannot be opened: title, text, button. */
  lost: Record<string, string[]>
  /** The texts before and after the time of a balance, by language. */
  updated: Record<string, string[]>
  defaultLocale: string
  /** Whether page and backend have the same origin. */
  sameOrigin: boolean
}

/** The files and messages to load, and the call to make. */
interface Needs {
  files: number[]
  namespaces: string[]
  asks: string[]
}

interface Shell {
  /** A shape of src/shell/page-shape.css; `page` by default. */
  shape?: string
  /** Title and text by language. */
  words: Record<string, string[]>
  picture?: string
}

type Area = 'localStorage' | 'sessionStorage'

function kept(area: Area, key: string): unknown {
  try {
    return JSON.parse(globalThis[area].getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}

function text(area: Area, key: string): string | undefined {
  const value = kept(area, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

const { entry, files, pages, modals, texts, lost, updated, defaultLocale, sameOrigin } = SHELL
const page = document.documentElement
const path = location.pathname
// The first access to a storage is slow, so it happens only where needed.
const isInside = /^\/(?:user(?:\/|$)|$)/.test(path)
const ofTab = isInside ? text('sessionStorage', storageKeys.token) : undefined
const token = ofTab ?? (isInside ? text('localStorage', storageKeys.token) : undefined)

const theme = text('localStorage', storageKeys.theme)
if (theme === 'day' || theme === 'night') page.dataset['theme'] = theme

const chosen = text('localStorage', storageKeys.locale)
const locale = chosen !== undefined && Object.hasOwn(texts, chosen) ? chosen : defaultLocale
page.lang = locale === 'la' ? 'lo' : locale

const isMember = token !== undefined
const address = addressOf()
const shell = Object.hasOwn(pages, address) ? pages[address] : pages['/*']
const asked = new URLSearchParams(location.search).get('open') ?? ''
const needs = [shell, isMember && Object.hasOwn(modals, asked) ? modals[asked] : undefined]
page.dataset['shell'] = shell?.shape ?? 'page'

const balance = token !== undefined && shell?.shape === 'wallet' ? balanceOf(token) : undefined
if (balance) page.toggleAttribute('data-shell-stale', balance.stale)
// As soon as the shape is in the page, and before it is painted.
new MutationObserver((_, observer) => {
  if (!document.querySelector('.shell-foot')) return
  observer.disconnect()
  fill(shell)
  if (balance) show(balance)
}).observe(page, { childList: true, subtree: true })

function balanceOf(of: string): KnownBalance | undefined {
  const area = ofTab ? 'sessionStorage' : 'localStorage'
  const found = {
    wallet: kept(area, storageKeys.userInfo),
    syncedAt: kept(area, storageKeys.lastSync),
    hidden: kept('localStorage', storageKeys.hideBalance),
  }
  return knownBalance(found, of, { online: navigator.onLine, now: Date.now() })
}

function fill(filled: Shell | undefined) {
  const place = document.querySelector('.shell-words')
  for (const [index, words] of (filled?.words[locale] ?? []).entries()) {
    const part = document.createElement(index === 0 ? 'b' : 'p')
    part.textContent = words
    place?.append(part)
  }
  if (!filled?.picture || savesData()) return
  const picture = new Image()
  picture.alt = ''
  picture.fetchPriority = 'high'
  picture.src = filled.picture
  place?.after(picture)
}

/** As `isDataSaverAtom` in src/lib/connection-quality.ts decides, except that a slow connection alone still shows the picture. */
function savesData(): boolean {
  const chosen = text('localStorage', storageKeys.saveData)
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return chosen === 'on' || (chosen !== 'off' && connection?.saveData === true)
}

function show({ figure, at }: KnownBalance) {
  const wave = document.querySelector<HTMLElement>('.shell-wave')
  const [before = '', after = ''] = updated[locale] ?? []
  const parts = [
    ['b', figure],
    ['small', `${before}${at}${after}`],
  ].map(([tag = '', words = '']) => {
    const part = document.createElement(tag)
    part.textContent = words
    return part
  })
  wave?.style.setProperty('--length', `${figure.length}`)
  wave?.append(...parts)
  // The member may change or the connection drop before the app is here to handle it.
  const hide = () => parts.forEach((part) => part.remove())
  const hasNews = [null, storageKeys.token, storageKeys.signedOutAt] as (string | null)[]
  addEventListener('storage', ({ key }) => hasNews.includes(key) && hide())
  addEventListener('pageshow', ({ persisted }) => persisted && hide())
  addEventListener('offline', () => page.toggleAttribute('data-shell-stale', true))
}

/** The address after the app's own redirects. */
function addressOf(): string {
  if (!isInside) return path.replace(/\/$/, '')
  if (!isMember) return '/login'
  return /^\/(?:user\/?)?$/.test(path) ? '/user/home' : path
}

afterFirstPaint(() => {
  for (const question of needs.flatMap((one) => one?.asks ?? [])) ask(question)
  for (const file of entry) preload(file)
  run().catch((error: unknown) => recoverStalePage(error, lost[locale] ?? []))
  // In small tasks, so that a tap meanwhile does not have to wait for all of it.
  for (const one of needs) {
    const messages = one?.namespaces.flatMap((namespace) => texts[locale]?.[namespace] ?? []) ?? []
    for (const file of [...(one?.files.map((index) => files[index] ?? '') ?? []), ...messages])
      setTimeout(() => preload(file))
  }
  warmFonts(locale)
})

/** Each in a task of its own, the app last. */
async function run() {
  // Files from the cache may arrive before the page itself has.
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
  for (const file of entry) await import(/* @vite-ignore */ `/${file}`)
}

function preload(file: string) {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}

function ask(question: string) {
  if (!sameOrigin || !navigator.onLine) return
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': page.lang,
    'X-Requester-Type': 'WALLET_USER',
  }
  if (token) headers['Authorization'] = `Bearer ${token}`
  const answer = fetch(question, { headers, cache: isMember ? 'no-store' : 'default' })
  // Whoever takes the answer handles its failure; without a taker it must not count as unhandled.
  answer.catch(() => undefined)
  const early: EarlyQuestion = { address: question, token, answer }
  globalThis.champaEarly = [...(globalThis.champaEarly ?? []), early]
}

import type { EarlyQuestion } from '#api/early-answer.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { afterFirstPaint } from './first-paint.ts'
import { knownBalance, type KnownBalance } from './known-balance.ts'
import { recoverStalePage } from './recover-stale-page.ts'
import { warmFonts } from './warm-fonts.ts'

/**
 * Runs inside the page before its first paint, as plain as it can be: sets theme and language and names the shape to show.
 * Once that is on the screen it fetches the app, and side by side the files and the one answer that this screen will need.
 */
declare const SHELL: {
  /** The app's own script, after what it imports; none while developing, when the page names it. */
  entry: string[]
  files: string[]
  /** What each address needs beyond that, and what its shape is and says. */
  pages: Record<string, Needs & Shell>
  /** What the modals need that an address may ask for. */
  modals: Record<string, Needs>
  /** The files of the messages, by language and namespace. */
  texts: Record<string, Record<string, string>>
  /** What it says by language when the app cannot be opened: title, text, button. */
  lost: Record<string, string[]>
  /** What stands before the moment a balance is of, and after it, by language. */
  updated: Record<string, string[]>
  defaultLocale: string
  /** Whether the backend is where the page is. */
  sameOrigin: boolean
}

/** Which of the files, which messages, and what to ask the backend. */
interface Needs {
  files: number[]
  namespaces: string[]
  asks: string[]
}

interface Shell {
  /** One that src/shell/page-shape.css knows; `page` where none is named. */
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
// The first look into a storage waits for the browser: none that is not needed.
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
// As soon as the shape is there, and before it is painted.
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
  if (!filled?.picture) return
  const picture = new Image()
  picture.alt = ''
  picture.fetchPriority = 'high'
  picture.src = filled.picture
  place?.after(picture)
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
  // Somebody else may come, or the line go, before the app is here to see to it.
  const hide = () => parts.forEach((part) => part.remove())
  const hasNews = [null, storageKeys.token, storageKeys.signedOutAt] as (string | null)[]
  addEventListener('storage', ({ key }) => hasNews.includes(key) && hide())
  addEventListener('pageshow', ({ persisted }) => persisted && hide())
  addEventListener('offline', () => page.toggleAttribute('data-shell-stale', true))
}

/** Where the app's own redirects lead. */
function addressOf(): string {
  if (!isInside) return path.replace(/\/$/, '')
  if (!isMember) return '/login'
  return /^\/(?:user\/?)?$/.test(path) ? '/user/home' : path
}

afterFirstPaint(() => {
  for (const question of needs.flatMap((one) => one?.asks ?? [])) ask(question)
  for (const file of entry) preload(file)
  run().catch((error: unknown) => recoverStalePage(error, lost[locale] ?? []))
  // In small pieces: what is tapped meanwhile need not wait for all of it.
  for (const one of needs) {
    const messages = one?.namespaces.flatMap((namespace) => texts[locale]?.[namespace] ?? []) ?? []
    for (const file of [...(one?.files.map((index) => files[index] ?? '') ?? []), ...messages])
      setTimeout(() => preload(file))
  }
  warmFonts(locale)
})

/** Each in a task of its own, and the app last. */
async function run() {
  // The page may still be on its way, when its files are here already.
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
  // Whoever takes it sees the failure; nobody taking it is none.
  answer.catch(() => undefined)
  const early: EarlyQuestion = { address: question, token, answer }
  globalThis.champaEarly = [...(globalThis.champaEarly ?? []), early]
}

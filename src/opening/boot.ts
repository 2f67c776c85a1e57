import type { EarlyQuestion } from '#api/early-answer.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { rescueFrom } from './rescue.ts'

/**
 * Runs inside the page before its first paint, as plain as it can be: sets theme and language, names the shape to show, and
 * asks for the files and the one answer that this page will need, side by side with the app's own script.
 */
declare const OPENING: {
  /** The files of a screen beyond those every page loads. */
  files: Record<'login' | 'register' | 'home' | 'member' | 'visitor', string[]>
  /** The files of the words, by language and part. */
  texts: Record<string, Record<string, string>>
  /** What it says by language when the app cannot be opened: title, text, button. */
  lost: Record<string, string[]>
  defaultLocale: string
  /** Whether the backend is where the page is. */
  sameOrigin: boolean
}

function stored(area: 'localStorage' | 'sessionStorage', key: string): string | undefined {
  try {
    const value: unknown = JSON.parse(globalThis[area].getItem(key) ?? 'null')
    return typeof value === 'string' && value !== '' ? value : undefined
  } catch {
    return undefined
  }
}

const { files, texts, lost, defaultLocale, sameOrigin } = OPENING
const page = document.documentElement
const path = location.pathname
// The first look into a storage waits for the browser: none that is not needed.
const token = /^\/(?:user(?:\/|$)|$)/.test(path)
  ? (stored('localStorage', storageKeys.token) ?? stored('sessionStorage', storageKeys.token))
  : undefined

const theme = stored('localStorage', storageKeys.theme)
if (theme === 'day' || theme === 'night') page.dataset['theme'] = theme

const chosen = stored('localStorage', storageKeys.locale)
const locale = chosen !== undefined && Object.hasOwn(texts, chosen) ? chosen : defaultLocale
page.lang = locale === 'la' ? 'lo' : locale
rescueFrom(lost[locale] ?? [])

const isMember = token !== undefined
const screen = screenOf()
page.dataset['opening'] = screen

function screenOf(): keyof typeof files {
  if (isMember) return /^\/(?:user(?:\/|\/home)?)?$/.test(path) ? 'home' : 'member'
  if (path === '/register') return 'register'
  return /^\/(?:login|user(?:\/.*)?)?$/.test(path) ? 'login' : 'visitor'
}

const parts = isMember ? ['visitor', 'home'] : ['visitor']
const words = parts.map((part) => texts[locale]?.[part])
for (const file of [...words, ...files[screen]]) {
  if (!file) continue
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}

const questions: Partial<Record<keyof typeof files, string>> = {
  login: '/api/lookup/active',
  register: '/api/lookup/registerOTP',
  home: '/api/wallet',
  member: '/api/wallet',
}
const address = questions[screen]
if (address && sameOrigin && navigator.onLine) {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Requester-Type': 'WALLET_USER' }
  if (token) headers['Authorization'] = `Bearer ${token}`
  const answer = fetch(address, { headers, cache: isMember ? 'no-store' : 'default' })
  // Whoever takes it sees the failure; nobody taking it is none.
  answer.catch(() => undefined)
  globalThis.champaEarly = { address, token, answer } satisfies EarlyQuestion
}

import { i18n, type Messages } from '@lingui/core'
import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import './literal-values.tsx'
import { type Locale, defaultLocale, htmlLang, isLocale, locales } from './locales.ts'
import en from './locales/en.po'
import la from './locales/la.po'
import th from './locales/th.po'
import type { MessagesPart } from '#lib/messages-part.ts'

const catalogues: Record<Locale, (part: MessagesPart) => Promise<Messages>> = { th, la, en }
let wanted: Locale | undefined
/** Whether a page or sheet has needed the later messages, so that a switch of language loads them too. */
let isLaterNeeded = false
const chosenAtom = storedAtom<Locale | undefined>(storageKeys.locale, v.picklist(locales), undefined)

/** The language chosen on this device, otherwise the build's default. */
export function initialLocale(): Locale {
  return store.get(chosenAtom) ?? defaultLocale
}

export function currentLocale(): Locale {
  return isLocale(i18n.locale) ? i18n.locale : defaultLocale
}

/** Loads a language and switches the app to it. If another is chosen meanwhile, the last choice wins. */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale
  const start = await catalogues[locale]('start')
  const later = isLaterNeeded ? await catalogues[locale]('later') : {}
  if (wanted !== locale) return
  const lang = htmlLang(locale)
  // What is asked of the backend because of the switch says the new language already.
  document.documentElement.lang = lang
  // Tells the backend, which expects capitals.
  document.cookie = `locale=${locale.toUpperCase()}; path=/; max-age=31536000; SameSite=Lax`
  i18n.loadAndActivate({ locale, locales: [lang], messages: { ...start, ...later } })
}

/**
 * Loads the messages of the pages and sheets that do not open offline, which wait for it. Rejects if the file cannot be had;
 * the next call tries again.
 */
export async function loadLaterMessages(): Promise<void> {
  if (isLaterNeeded) return
  const locale = wanted ?? initialLocale()
  const messages = await catalogues[locale]('later')
  if (wanted && wanted !== locale) return loadLaterMessages()
  isLaterNeeded = true
  // A language that is not active yet takes them along.
  if (i18n.locale === locale) i18n.load(locale, messages)
}

/** Switches the app to a language and keeps the choice for the next visit. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  if (wanted !== locale) return
  store.set(chosenAtom, locale)
}

/**
 * Follows the language chosen in another tab. If its messages cannot be loaded, the current ones stay. Returns the unsubscribe
 * function.
 */
export function followLocale(): () => void {
  return store.sub(chosenAtom, () => void activateLocale(initialLocale()).catch(() => undefined))
}

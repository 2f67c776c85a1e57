import { i18n, type Messages } from '@lingui/core'
import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import './literal-values.tsx'
import { env } from '#lib/env.ts'
import { htmlLang, type Locale, locales } from '#lib/text/locale-codes.ts'
import { isLocale } from './locales.ts'
import en from './locales/en.po'
import la from './locales/la.po'
import th from './locales/th.po'
import type { MessagesPart } from '#lib/text/messages-part.ts'

const catalogues: Record<Locale, (part: MessagesPart) => Promise<Messages>> = { th, la, en }
let wanted: Locale | undefined
/** The languages whose later messages a page or sheet has needed: a switch of language loads them too. */
const withLater = new Set<Locale>()
const chosenAtom = storedAtom<Locale | undefined>(storageKeys.locale, v.picklist(locales), undefined)

/** The language chosen on this device, otherwise the build's default. */
export function initialLocale(): Locale {
  return store.get(chosenAtom) ?? env.defaultLocale
}

export function currentLocale(): Locale {
  return isLocale(i18n.locale) ? i18n.locale : env.defaultLocale
}

/** Loads a language and switches the app to it. If another is chosen meanwhile, the last choice wins. */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale
  try {
    const askLater = () => withLater.size > 0 && catalogues[locale]('later')
    const [start, soon] = await Promise.all([catalogues[locale]('start'), askLater()])
    // A page may have needed them meanwhile.
    const later = soon || (await askLater())
    if (wanted !== locale) return
    if (later) withLater.add(locale)
    const lang = htmlLang(locale)
    // Set first: the calls that the switch leads to ask for the new language.
    document.documentElement.lang = lang
    // Tells the backend, which expects capitals.
    document.cookie = `locale=${locale.toUpperCase()}; path=/; max-age=31536000; SameSite=Lax`
    i18n.loadAndActivate({ locale, locales: [lang], messages: { ...start, ...later } })
  } catch (error) {
    if (wanted === locale) wanted = isLocale(i18n.locale) ? i18n.locale : undefined
    throw error
  }
}

/**
 * Loads the messages of the pages and sheets that do not open offline, which wait for it. Rejects if the file cannot be loaded;
 * the next call tries again.
 */
export async function loadLaterMessages(): Promise<void> {
  const locale = wanted ?? initialLocale()
  // During a switch the page is first shown in the language that is still active.
  const active = isLocale(i18n.locale) ? i18n.locale : locale
  await Promise.all([...new Set([locale, active])].map(loadLater))
  if (wanted && wanted !== locale) return loadLaterMessages()
}

async function loadLater(locale: Locale): Promise<void> {
  if (withLater.has(locale)) return
  const messages = await catalogues[locale]('later')
  withLater.add(locale)
  // A language that is not active yet takes them along.
  if (i18n.locale === locale) i18n.load(locale, messages)
}

/** The file that `load` imports with the mark `later`, once its messages are there too. Rejects if either cannot be loaded. */
export const withLaterMessages = <File>(load: () => Promise<File>): Promise<File> =>
  Promise.all([load(), loadLaterMessages()]).then(([file]) => file)

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

import { i18n, type Messages } from '@lingui/core'
import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import { type Locale, defaultLocale, htmlLang, isLocale, locales } from './locales.ts'

type Catalogues = Record<string, () => Promise<{ messages: Messages }>>

/** The parts of a catalogue (scripts/text-parts.ts), so that nobody waits for words of pages they are not on. */
const catalogues = {
  visitor: import.meta.glob('./locales/*.po', { query: '?visitor?lingui' }) as Catalogues,
  home: import.meta.glob('./locales/*.po', { query: '?home?lingui' }) as Catalogues,
  member: import.meta.glob('./locales/*.po', { query: '?member?lingui' }) as Catalogues,
  help: import.meta.glob('./locales/*.po', { query: '?help?lingui' }) as Catalogues,
  chat: import.meta.glob('./locales/*.po', { query: '?chat?lingui' }) as Catalogues,
}
type Part = keyof typeof catalogues

const parts = new Set<Part>(['visitor'])
const reading = new Map<string, Promise<void>>()
let wanted: Locale | undefined
const chosenAtom = storedAtom<Locale | undefined>(storageKeys.locale, v.picklist(locales), undefined)

/** The language chosen here before, else the build's own. */
export function initialLocale(): Locale {
  return store.get(chosenAtom) ?? defaultLocale
}

export function currentLocale(): Locale {
  return isLocale(i18n.locale) ? i18n.locale : defaultLocale
}

/** Reads a part of a catalogue once; one that failed is read again when it is asked for again. */
function readPart(locale: Locale, part: Part): Promise<void> {
  const name = `${locale} ${part}`
  const begun = reading.get(name)
  if (begun) return begun
  const load = catalogues[part][`./locales/${locale}.po`]
  const read = load ? load() : Promise.reject(new Error(`no texts: ${name}`))
  const kept = read
    .then(({ messages }) => i18n.load(locale, messages))
    .catch((error: unknown) => {
      reading.delete(name)
      throw error
    })
  reading.set(name, kept)
  return kept
}

/** Loads a language and shows the app in it. When another is asked for meanwhile, the last one asked for stays. */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale
  try {
    await Promise.all([...parts].map((part) => readPart(locale, part)))
  } catch (error) {
    // What is asked for next is asked for in the language that is there.
    if (wanted === locale && isLocale(i18n.locale)) wanted = i18n.locale
    throw error
  }
  if (wanted !== locale) return
  const lang = htmlLang(locale)
  if (i18n.locale !== locale) i18n.activate(locale, [lang])
  // Set to what it was it would still make the browser reckon the whole page's styles anew, at every change of page.
  if (document.documentElement.lang !== lang) document.documentElement.lang = lang
}

/** Adds the words of more pages, now and in whatever language is chosen later. To be awaited before they are shown. */
export async function addTexts(...more: Part[]): Promise<void> {
  const locale = wanted ?? initialLocale()
  await Promise.all(more.map((part) => readPart(locale, part)))
  // Not before it is there: a part that cannot be had must not be waited for by pages that do without.
  for (const part of more) parts.add(part)
  await activateLocale(wanted ?? locale)
}

/** The same, and kept for the next visit; the cookie tells the server, in capitals as backends expect it. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  if (wanted !== locale) return
  store.set(chosenAtom, locale)
  document.cookie = `locale=${locale.toUpperCase()}; path=/; max-age=31536000; SameSite=Lax`
}

/** Shows what is chosen in another tab here too. Where its words cannot be had, those that are there stay. Returns what ends it. */
export function followLocale(): () => void {
  return store.sub(chosenAtom, () => void activateLocale(initialLocale()).catch(() => undefined))
}

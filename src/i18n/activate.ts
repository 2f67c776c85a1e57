import { i18n } from '@lingui/core'
import * as v from 'valibot'
import { catalogues } from 'virtual:catalogues'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import './literal-values.tsx'
import { type Locale, defaultLocale, htmlLang, isLocale, locales } from './locales.ts'

const namespaces = new Set(['common'])
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

/** Reads a namespace of a catalogue once; one that failed is read again when it is asked for again. */
function readNamespace(locale: Locale, namespace: string): Promise<void> {
  const name = `${locale} ${namespace}`
  const begun = reading.get(name)
  if (begun) return begun
  const load = catalogues[namespace]?.[locale]
  const read = load ? load() : Promise.reject(new Error(`no messages: ${name}`))
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
    await Promise.all([...namespaces].map((namespace) => readNamespace(locale, namespace)))
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
  // Tells the backend, in capitals as backends expect it.
  const cookie = `locale=${locale.toUpperCase()}`
  if (!document.cookie.includes(cookie)) document.cookie = `${cookie}; path=/; max-age=31536000; SameSite=Lax`
}

/** Adds these namespaces, now and in whatever language is chosen later. To be awaited before they are shown. */
async function loadMessages(more: readonly string[]): Promise<void> {
  const locale = wanted ?? initialLocale()
  await Promise.all(more.map((namespace) => readNamespace(locale, namespace)))
  // Not before it is there: one that cannot be had must not be waited for by pages that do without.
  for (const namespace of more) namespaces.add(namespace)
  await activateLocale(wanted ?? locale)
}

/**
 * A lazy part together with the messages it says. The build puts it around every `import()` of the app, and knows which
 * namespaces these are, divided by blanks (scripts/route-loading/).
 *
 * @public
 */
export async function withMessages<Part>(needed: string, part: Promise<Part>): Promise<Part> {
  const more = needed.split(' ').filter((namespace) => namespace && !namespaces.has(namespace))
  const [loaded] = await Promise.all([part, more.length > 0 && loadMessages(more)])
  return loaded
}

/** Loads a language, shows the app in it and keeps it for the next visit. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  if (wanted !== locale) return
  store.set(chosenAtom, locale)
}

/** Shows what is chosen in another tab here too. Where its words cannot be had, those that are there stay. Returns what ends it. */
export function followLocale(): () => void {
  return store.sub(chosenAtom, () => void activateLocale(initialLocale()).catch(() => undefined))
}

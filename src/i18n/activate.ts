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

/** The language chosen on this device, otherwise the build's default. */
export function initialLocale(): Locale {
  return store.get(chosenAtom) ?? defaultLocale
}

export function currentLocale(): Locale {
  return isLocale(i18n.locale) ? i18n.locale : defaultLocale
}

/** Loads a namespace of a catalogue once; after a failure the next call tries again. */
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

/** Loads a language and switches the app to it. If another is chosen meanwhile, the last choice wins. */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale
  try {
    await Promise.all([...namespaces].map((namespace) => readNamespace(locale, namespace)))
  } catch (error) {
    // A failed switch must not decide the language of what is loaded next.
    if (wanted === locale && isLocale(i18n.locale)) wanted = i18n.locale
    throw error
  }
  if (wanted !== locale) return
  const lang = htmlLang(locale)
  // What is asked of the backend because of the switch says the new language already.
  // Setting the same value again would make the browser recalculate the whole page's styles at every page change.
  if (document.documentElement.lang !== lang) document.documentElement.lang = lang
  // Tells the backend, which expects capitals.
  const cookie = `locale=${locale.toUpperCase()}`
  if (!document.cookie.includes(cookie)) document.cookie = `${cookie}; path=/; max-age=31536000; SameSite=Lax`
  if (i18n.locale !== locale) i18n.activate(locale, [lang])
}

/** Adds namespaces, for now and for languages chosen later. Await it before their texts are shown. */
async function loadMessages(more: readonly string[]): Promise<void> {
  const locale = wanted ?? initialLocale()
  await Promise.all(more.map((namespace) => readNamespace(locale, namespace)))
  // Added only after loading: a namespace that cannot be loaded must not block pages that do not need it.
  for (const namespace of more) namespaces.add(namespace)
  await activateLocale(wanted ?? locale)
}

/**
 * Loads a lazy chunk together with its messages. The build puts this around every `import()` of the app and lists the
 * namespaces, separated by blanks (scripts/route-loading/).
 * @public
 */
export async function withMessages<Part>(needed: string, part: Promise<Part>): Promise<Part> {
  const more = needed.split(' ').filter((namespace) => namespace && !namespaces.has(namespace))
  const [loaded] = await Promise.all([part, more.length > 0 && loadMessages(more)])
  return loaded
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

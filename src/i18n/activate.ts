import { i18n, type Messages } from '@lingui/core'
import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, writeStored } from '#lib/storage.ts'
import { type Locale, defaultLocale, htmlLang, isLocale, locales } from './locales.ts'

const catalogues: Record<Locale, () => Promise<{ messages: Messages }>> = {
  th: () => import('./locales/th.po'),
  la: () => import('./locales/la.po'),
  en: () => import('./locales/en.po'),
}

let wanted: Locale | undefined

/** The language chosen here before, else the build's own. */
export function initialLocale(): Locale {
  return readStored(storageKeys.locale, v.picklist(locales)) ?? defaultLocale
}

export function currentLocale(): Locale {
  return isLocale(i18n.locale) ? i18n.locale : defaultLocale
}

/** Loads a language and shows the app in it. When another is asked for meanwhile, the last one asked for stays. */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale
  const { messages } = await catalogues[locale]()
  if (wanted !== locale) return
  i18n.loadAndActivate({ locale, locales: [htmlLang(locale)], messages })
  document.documentElement.lang = htmlLang(locale)
}

/** The same, and kept for the next visit; the cookie tells the server, in capitals as backends expect it. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  if (wanted !== locale) return
  writeStored(storageKeys.locale, locale)
  document.cookie = `locale=${locale.toUpperCase()}; path=/; max-age=31536000; SameSite=Lax`
}

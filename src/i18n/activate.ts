import { i18n, type Messages } from '@lingui/core'
import * as v from 'valibot'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, writeStored } from '#lib/storage.ts'
import { type Locale, defaultLocale, htmlLang, isLocale, locales } from './locales.ts'

type Catalogue = () => Promise<{ messages: Messages }>

/** What every page may say, and what only a member's pages say: a visitor does not wait for the latter. */
type Part = 'visitor' | 'member'

const catalogues: Record<Locale, Record<Part, Catalogue>> = {
  th: {
    visitor: () => import('./locales/th.po?visitor?lingui'),
    member: () => import('./locales/th.po?member?lingui'),
  },
  la: {
    visitor: () => import('./locales/la.po?visitor?lingui'),
    member: () => import('./locales/la.po?member?lingui'),
  },
  en: {
    visitor: () => import('./locales/en.po?visitor?lingui'),
    member: () => import('./locales/en.po?member?lingui'),
  },
}

const parts = new Set<Part>(['visitor'])
let wanted: Locale | undefined
let membersRead = false

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
  const asked = [...parts]
  const loaded = await Promise.all(asked.map((part) => catalogues[locale][part]()))
  if (wanted !== locale || asked.length < parts.size) return
  const messages: Messages = Object.assign({}, ...loaded.map((catalogue) => catalogue.messages))
  i18n.loadAndActivate({ locale, locales: [htmlLang(locale)], messages })
  document.documentElement.lang = htmlLang(locale)
}

/** Adds the words of a member's pages, now and in whatever language is chosen later. */
export async function addMemberTexts(): Promise<void> {
  if (membersRead) return
  parts.add('member')
  await activateLocale(wanted ?? initialLocale())
  membersRead = true
}

/** The same, and kept for the next visit; the cookie tells the server, in capitals as backends expect it. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  if (wanted !== locale) return
  writeStored(storageKeys.locale, locale)
  document.cookie = `locale=${locale.toUpperCase()}; path=/; max-age=31536000; SameSite=Lax`
}

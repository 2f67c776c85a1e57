import { i18n } from '@lingui/core'
import { beforeEach, expect, test, vi } from 'vitest'
import { storageKeys } from '#lib/storage-keys.ts'
import { rawStorage, removeStored, writeStored } from '#lib/storage.ts'
import { errorText } from '../errors/catalogue.ts'
import { activateLocale, chooseLocale, currentLocale, followLocale, initialLocale } from './activate.ts'
import { locales } from '#lib/text/locale-codes.ts'
import { isLocale } from './locales.ts'

/** Sends this page a `storage` event, as another tab's write does. */
const otherTab = vi.hoisted(() => {
  const target = new EventTarget()
  globalThis.addEventListener = target.addEventListener.bind(target)
  return target
})
const page = { documentElement: { lang: '' }, cookie: '' }

beforeEach(() => {
  page.documentElement.lang = ''
  page.cookie = ''
  vi.stubGlobal('document', page)
  removeStored(storageKeys.locale)
})

test('Thai, Lao and English are offered, and no other language', () => {
  expect(locales).toEqual(['th', 'la', 'en'])
  expect(['lo', 'TH', 'fr', '', undefined].filter(isLocale)).toEqual([])
})

const sayOffline = () => i18n._(errorText('OFFLINE') ?? { id: '' })

test.each([
  ['th', 'th', 'ไม่มีการเชื่อมต่ออินเทอร์เน็ต กรุณาตรวจสอบแล้วลองใหม่'],
  ['la', 'lo', 'ບໍ່ມີການເຊື່ອມຕໍ່ອິນເຕີເນັດ ກະລຸນາກວດແລ້ວລອງໃໝ່'],
  ['en', 'en', 'You are offline. Please check your connection and try again.'],
] as const)('%s shows the page as %s', async (locale, lang, text) => {
  await activateLocale(locale)
  expect([currentLocale(), page.documentElement.lang, sayOffline()]).toEqual([locale, lang, text])
})

test('the chosen language is kept for the next visit, and the cookie has it in capitals', async () => {
  await chooseLocale('la')
  expect(initialLocale()).toBe('la')
  expect(page.cookie).toMatch(/^locale=LA; path=\/;.*SameSite=Lax$/u)
})

test('the cookie is set on the first visit', async () => {
  await activateLocale('th')
  expect(page.cookie).toMatch(/^locale=TH; path=\/;/u)
})

test('without a choice, or with a broken one, the build’s language is used', () => {
  expect(initialLocale()).toBe('th')
  writeStored(storageKeys.locale, 'fr')
  expect(initialLocale()).toBe('th')
})

test('of two choices in quick succession the last one wins', async () => {
  await Promise.all([chooseLocale('la'), chooseLocale('en')])
  expect([currentLocale(), initialLocale(), page.documentElement.lang]).toEqual(['en', 'en', 'en'])
})

test('a language chosen in another tab is followed here, an unknown one is not', async () => {
  await chooseLocale('en')
  const stop = followLocale()
  const chooseElsewhere = (text: string) => {
    rawStorage().setItem(storageKeys.locale, text)
    otherTab.dispatchEvent(Object.assign(new Event('storage'), { key: storageKeys.locale }))
  }
  chooseElsewhere('"la"')
  await expect.poll(() => [currentLocale(), page.documentElement.lang]).toEqual(['la', 'lo'])
  expect(sayOffline()).toMatch(/ອິນເຕີເນັດ/u)
  chooseElsewhere('"fr"')
  await expect.poll(() => currentLocale()).toBe('th')
  stop()
})

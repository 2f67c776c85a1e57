import { beforeEach, expect, test, vi } from 'vitest'
import type * as Activate from './activate.ts'
import type { MessagesPart } from '#lib/text/messages-part.ts'

const files = vi.hoisted(() => {
  const broken = new Set<string>()
  const asked: string[] = []
  const of = (locale: string) => async (part: MessagesPart) => {
    asked.push(`${locale} ${part}`)
    await Promise.resolve()
    if (broken.has(`${locale} ${part}`)) throw new Error('The messages file is missing')
    return { [part]: `${part} in ${locale}` }
  }
  return { broken, asked, of }
})

vi.mock('./locales/th.po', () => ({ default: files.of('th') }))
vi.mock('./locales/la.po', () => ({ default: files.of('la') }))
vi.mock('./locales/en.po', () => ({ default: files.of('en') }))

let activateLocale: typeof Activate.activateLocale
let loadLaterMessages: typeof Activate.loadLaterMessages

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { lang: '' }, cookie: '' })
  files.broken.clear()
  ;({ activateLocale, loadLaterMessages } = await import('./activate.ts'))
  files.asked.length = 0
})

const said = async () => {
  const { i18n: fresh } = await import('@lingui/core')
  return ['start', 'later'].map((id) => fresh._(id))
}

test('later messages are loaded when a page needs them, once', async () => {
  await activateLocale('th')
  expect(files.asked).toEqual(['th start'])
  await loadLaterMessages()
  await loadLaterMessages()
  expect(await said()).toEqual(['start in th', 'later in th'])
  expect(files.asked).toEqual(['th start', 'th later'])
})

test('a page that the app opens with has them whichever file comes first', async () => {
  await Promise.all([loadLaterMessages(), activateLocale('th')])
  expect(await said()).toEqual(['start in th', 'later in th'])
})

test('a switch of language takes them along, also one made meanwhile', async () => {
  await activateLocale('th')
  await Promise.all([loadLaterMessages(), activateLocale('la')])
  expect(await said()).toEqual(['start in la', 'later in la'])
  await activateLocale('en')
  expect(await said()).toEqual(['start in en', 'later in en'])
})

test('a switch of language asks for both files at once', async () => {
  await activateLocale('th')
  await loadLaterMessages()
  files.asked.length = 0
  const switching = activateLocale('la')
  expect(files.asked).toEqual(['la start', 'la later'])
  await switching
})

test('a page opened during a switch that fails is shown in the language that stays', async () => {
  await activateLocale('th')
  files.broken.add('la start')
  const switching = activateLocale('la')
  await Promise.all([loadLaterMessages(), expect(switching).rejects.toThrow('missing')])
  expect(await said()).toEqual(['start in th', 'later in th'])
})

test('a page opened after a switch that failed is shown in the language that stays', async () => {
  await activateLocale('th')
  files.broken.add('la start')
  await expect(activateLocale('la')).rejects.toThrow('missing')
  await loadLaterMessages()
  expect(await said()).toEqual(['start in th', 'later in th'])
})

test('a file that cannot be had is asked for again by the next page', async () => {
  await activateLocale('th')
  files.broken.add('th later')
  await expect(loadLaterMessages()).rejects.toThrow('missing')
  files.broken.clear()
  await loadLaterMessages()
  expect(await said()).toEqual(['start in th', 'later in th'])
})

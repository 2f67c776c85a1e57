import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iPhoneScreens, startPicture } from '../src/pwa/start-pictures.ts'
import { type Language, wordsOf } from './support/words.ts'

interface Manifest {
  lang: string
  name: string
  description: string
  screenshots: { label: string }[]
  shortcuts: { name: string }[]
}

const read = (name: string) => JSON.parse(readFileSync(`public/${name}`, 'utf8')) as Manifest
const thai = read('manifest.webmanifest')

test.each<[Language, string, Manifest]>([
  ['th', 'th', thai],
  ['la', 'lo', read('manifest.la.webmanifest')],
  ['en', 'en', read('manifest.en.webmanifest')],
])('the manifest in %s has the app’s own words, and differs in nothing else', (language, lang, manifest) => {
  const { say } = wordsOf(language)
  expect(manifest.lang).toBe(lang)
  expect(manifest.name).toBe(`Champa ${say('Wallet')}`)
  expect(manifest.description).toBe(say('Your wallet, ready wherever you are'))
  expect(manifest.screenshots.map(({ label }) => label)).toEqual([say('Home'), say('Home')])
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
    say('Deposit'),
    say('Withdraw'),
    say('Statement'),
  ])
  const { screenshots, shortcuts } = thai
  expect({
    ...manifest,
    lang: thai.lang,
    name: thai.name,
    description: thai.description,
    screenshots: manifest.screenshots.map((one, at) => ({ ...one, label: screenshots[at]?.label })),
    shortcuts: manifest.shortcuts.map((one, at) => ({ ...one, name: shortcuts[at]?.name })),
  }).toEqual(thai)
})

test.each(iPhoneScreens)(
  'an iPhone of %d × %d points at %d pixels starts with a picture of its own size',
  (...phone) => {
    const [width, height, scale] = phone
    for (const theme of ['day', 'night'] as const) {
      const picture = readFileSync(`public${startPicture(phone, theme)}`)
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([width * scale, height * scale])
    }
  },
)

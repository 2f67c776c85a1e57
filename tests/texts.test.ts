import { readdirSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { defaultOf, settingKeys } from '../server/database/settings.ts'
import { seedData } from '../server/seed/seed-data.ts'
import { type Locale, locales } from '../src/lib/text/locale-codes.ts'
import { isWrittenIn } from './support/is-written-in.ts'
import { shipped } from './support/source-files.ts'
import { type Language, textsOf } from './support/words.ts'

test('the English catalogue has the same texts as the source', () => {
  const others = [...textsOf('en')].filter(
    ([english, words]) => english !== words && !english.startsWith('spin.error.'),
  )
  expect(others).toEqual([])
})

/** The words that markup shows as they are written, in no catalogue. */
function bareTextsOf(path: string): string[] {
  const found: string[] = []
  let translated = 0
  const isTranslated = ({ openingElement: { name } }: ESTree.JSXElement) =>
    name.type === 'JSXIdentifier' && /^(?:Trans|Plural|Select)/u.test(name.name)
  const add = (value: unknown) => {
    if (typeof value === 'string' && /\p{L}{2}/u.test(value)) found.push(value.trim())
  }
  new Visitor({
    JSXElement: (element) => (translated += Number(isTranslated(element))),
    'JSXElement:exit': (element) => (translated -= Number(isTranslated(element))),
    JSXText: ({ value }) => translated === 0 && add(value),
    JSXExpressionContainer: ({ expression: shown }) =>
      translated === 0 && shown.type === 'Literal' && add(shown.value),
    // An attribute is in no catalogue, also inside <Trans>.
    JSXAttribute({ name, value }) {
      const isShown = /^(?:aria-label|title|alt|placeholder|\w*[lL]abel)$/u.test(String(name.name))
      if (isShown && value?.type === 'Literal') add(value.value)
    },
  }).visit(parseSync(path, readFileSync(path, 'utf8')).program)
  return found
}

test('every word on a screen is translated: <Trans>…</Trans> in markup, t`…` in an attribute', () => {
  const bare = shipped
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => bareTextsOf(path).map((text) => `${path}: ${text}`))
    // An address is no text.
    .filter((one) => !one.includes(': https://'))
  expect(bare).toEqual([])
})

/** The site's texts anywhere in a value: objects with a language as a key. */
function siteTextsIn(value: unknown): Partial<Record<Locale, string>>[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap((one: unknown) => siteTextsIn(one))
  return locales.some((locale) => typeof (value as Record<string, unknown>)[locale] === 'string')
    ? [value, ...inside]
    : inside
}

/** One word that is the same everywhere is a name, such as Facebook. */
const isName = ({ th, la, en = ' ' }: Partial<Record<Locale, string>>) =>
  th === en && la === en && !en.includes(' ')

test('every text of the site is in Thai, Lao and English, each in its own letters', () => {
  const seeds = (['TH', 'LA'] as const).map((country) =>
    seedData({ country, laos: country === 'LA', sandbox: true }),
  )
  const texts = siteTextsIn([...seeds, ...settingKeys.map((key) => defaultOf(key))])
  expect(texts.length).toBeGreaterThan(50)
  const wrong = texts.filter(
    (text) => !isName(text) && locales.some((locale) => !text[locale] || !isWrittenIn(locale, text[locale])),
  )
  expect(wrong).toEqual([])
})

/** The quoted texts of source files, which is where the server and the films keep their words. */
function quotedIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !/(?:^|\/)test-|\.test\.ts$/u.test(file))
  return sources.flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/'[^'\n]+'|`[^`]+`/gu)].map(([text]) =>
      text.slice(1, -1),
    ),
  )
}

const captions = readdirSync('public/videos')
  .filter((file) => file.endsWith('.vtt'))
  .flatMap((file) => readFileSync(`public/videos/${file}`, 'utf8').split('\n'))
const others = [...quotedIn('server'), ...quotedIn('scripts/videos'), ...captions]

const said = (locale: Language, script: RegExp) => [
  ...textsOf(locale).values(),
  ...others.filter((text) => script.test(text)),
]
const thai = said('th', /\p{Script=Thai}/u)
const lao = said('la', /\p{Script=Lao}/u)
const english = [
  ...textsOf('en').values(),
  ...others.filter((text) => /^[A-Z][^<>{}]* [^<>{}]*\.$/u.test(text)),
]

test.each([
  ['a question ends in หรือไม่, without a question mark', /\?/u],
  ['อัปโหลด has U+2060 before โหลด, because browsers break it there', /อัปโหลด/u],
  ['ๆ has a no-break space (U+00A0) before it', /[^\u00A0]ๆ/u],
  ['น. has a no-break space (U+00A0) before it', /[^\u00A0(]น\.(?!ส)/u],
  [
    'a clock time that is not written by `formatTime` has a no-break space (U+00A0) and น. after it',
    /\{until\}(?!\u00A0น\.)|:mm(?!.*น\.)/u,
  ],
  ['what `formatTime` and its siblings write has it already', /(?<!\$)\{(?!until\})\w+\}\u00A0น\./u],
  ['หาก, not ถ้า', /ถ้า/u],
  ['แตะ, not กด', /กด(?!้)/u],
  ['who acts is named, in place of a passive', /ถูก(?!ต้อง)/u],
  ['เลขที่บัญชี, not another word for it', /เลขบัญชี/u],
  ['หรือไม่ and กรุณา, not ไหม and โปรด', /ไหม|โปรด/u],
])('Thai: %s', (_, broken) => {
  expect(thai.filter((text) => broken.test(text))).toEqual([])
})

test.each([
  ['ແລະ and ຫຼື have spaces around them', /[^ ]ແລະ|ແລະ[^ ]|[^ ເ]ຫຼື|ຫຼື[^ ອ]/u],
  ['ໂຫຼດ has U+2060 before its last letter, because browsers break it off', /ໂຫຼດ/u],
  ['a question ends in ບໍ?', /ບໍ$/u],
  ['ຢູ່ນີ້ for "here", not ທີ່ນີ້', /ທີ່ນີ້/u],
  ['ທ່ານ for the member, not ຂ້ອຍ', /ຂ້ອຍ/u],
  ['ປ້ອນ for "enter", not ໃສ່', /ໃສ່/u],
  ['ແຕະ for "tap", not ກົດ', /ກົດ/u],
  ['ພະນັກງານ for "staff", not ເຈົ້າໜ້າທີ່', /ເຈົ້າໜ້າທີ່/u],
  ['ບໍ່ສູນຫາຍ for "not lost", not ບໍ່ຫາຍ or ບໍ່ເສຍ', /ບໍ່ຫາຍ|ບໍ່ເສຍ/u],
  ['ວົງລໍ້ນຳໂຊກ for the wheel, not ວົງລໍ້ alone', /ວົງລໍ້(?!ນຳໂຊກ)/u],
  ['ປະຫວັດທຸລະກຳ for the statement, not ປະຫວັດ alone', /ປະຫວັດ(?!ທຸລະກຳ)/u],
])('Lao: %s', (_, broken) => {
  expect(lao.filter((text) => broken.test(text))).toEqual([])
})

test('English says log in, claim and again, and no bookish words', () => {
  const bookish = /\bsign(?:ed|ing)?[ -](?:in|out|on)\b|\bcollected\b|\banew\b|\bstands?\b|became of it/iu
  expect(english.filter((text) => bookish.test(text))).toEqual([])
})

test('captions quote the button that is tapped', () => {
  const taps = [...captions, ...quotedIn('scripts/videos')].filter((text) =>
    /^(?:แตะ|ແຕະ|Tap) ?\S/u.test(text),
  )
  const general = new Set(['แตะโบนัสที่สนใจ', 'ແຕະໂບນັດທີ່ສົນໃຈ', 'Tap the one you like.'])
  expect(taps.filter((text) => !text.includes('“') && !general.has(text))).toEqual([])
})

test('the captions on disk are those of the films’ steps', async () => {
  const { videos } = await import('../scripts/videos/steps.ts')
  for (const { name, steps } of videos) {
    for (const language of ['th', 'la', 'en'] as const) {
      const cues = readFileSync(`public/videos/${name}.${language}.vtt`, 'utf8').trim().split('\n\n').slice(1)
      expect(cues.map((cue) => cue.split('\n')[1])).toEqual(steps.map(({ says }) => says[language]))
    }
  }
})

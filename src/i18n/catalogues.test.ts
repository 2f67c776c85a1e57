import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogues } from '../../scripts/vite-catalogues.ts'
import { isWrittenIn } from '../../tests/support/is-written-in.ts'
import { locales } from '#lib/text/locale-codes.ts'

const root = process.cwd()
const kept = join(root, 'src/i18n/locales')
// Inside node_modules, so that the copied configuration finds its packages.
const fresh = mkdtempSync(join(root, 'node_modules/.catalogues-'))

interface Text {
  message?: string
  translation?: string
  origin?: [file: string, line?: number][]
}

/** A catalogue's texts, translations and origins, by id. */
function read(folder: string, locale: string): Map<string, Text> {
  const filename = join(folder, `${locale}.po`)
  const context = { locale, sourceLocale: 'en', filename }
  return new Map(Object.entries(formatter().parse(readFileSync(filename, 'utf8'), context)))
}

/** The placeholders and tags of a text, such as `{count` and `<0>`. */
function openings(text = ''): string {
  return [...new Set(text.match(/\{\w+(?=[,}])|<\/?\d+\/?>/gu))]
    .toSorted((a, b) => a.localeCompare(b))
    .join(' ')
}

test('a translation filled with English, or with the neighbouring language, is noticed', () => {
  expect(isWrittenIn('la', 'Withdraw')).toBe(false)
  expect(isWrittenIn('la', '{0} to {1}')).toBe(false)
  expect(isWrittenIn('la', 'ถอนเงิน')).toBe(false)
  expect(isWrittenIn('la', 'ຖອນເງິນ {0}')).toBe(true)
  expect(isWrittenIn('th', 'QR')).toBe(true)
  expect(isWrittenIn('la', 'PromptPay 1')).toBe(true)
})

beforeAll(() => {
  cpSync(kept, fresh, { recursive: true })
  const config = join(fresh, 'lingui.config.ts')
  writeFileSync(
    config,
    `import base from '${root}/lingui.config.ts'
     const [catalog] = base.catalogs
     export default { ...base, rootDir: '${root}', catalogs: [{ ...catalog, path: '${fresh}/{locale}' }] }`,
  )
  // Without worker threads: on a busy machine they do not start within the 10 s that Lingui gives them.
  execFileSync(
    join(root, 'node_modules/.bin/lingui'),
    ['extract', '--clean', '--workers', '1', '--config', config],
    { stdio: 'pipe' },
  )
}, 120_000)

afterAll(() => rmSync(fresh, { recursive: true, force: true }))

// By them the build decides which words a page that opens offline brings along: `idsOnlyIn` of `scripts/route-loading/messages.ts`.
test('the comments of en.po say in which files each text is', () => {
  const originsIn = (folder: string) =>
    [...read(folder, 'en')].flatMap(([id, { message = id, origin = [] }]) =>
      origin.map(([file]) => `${file}: ${message}`),
    )
  const [says, is] = [originsIn(kept), originsIn(fresh)]
  const missing = is.filter((one) => !says.includes(one))
  const left = says.filter((one) => !is.includes(one))
  expect({ missing, left }, 'run `npm run texts`').toEqual({ missing: [], left: [] })
})

describe.each(locales)('%s', (locale) => {
  test('has every text of the source, and no other', () => {
    const [has, needs] = [read(kept, locale), read(fresh, locale)]
    const missing = [...needs].filter(([id]) => !has.has(id)).map(([id, { message = id }]) => message)
    const left = [...has].filter(([id]) => !needs.has(id)).map(([id, { message = id }]) => message)
    expect({ missing, left }).toEqual({ missing: [], left: [] })
  })

  test('translates every text', () => {
    const holes = [...read(kept, locale)].filter(([, { translation }]) => !translation)
    expect(holes.map(([id, { message = id }]) => message)).toEqual([])
  })

  test('is written in its own script', () => {
    const texts = [...read(kept, locale)].map(([, { translation = '' }]) => translation)
    expect(texts.filter((text) => !isWrittenIn(locale, text))).toEqual([])
  })

  // For `#` Lingui loads the browser's number formats, which takes a slow phone 50 ms; and they write a Lao thousand as 1.000.
  test('names the number of a plural in place of #', () => {
    const texts = [...read(kept, locale)].map(([, { translation = '' }]) => translation)
    expect(texts.filter((text) => text.includes(', plural,') && text.includes('#'))).toEqual([])
  })

  test('keeps placeholders and tags', () => {
    const english = read(kept, 'en')
    const wrong = [...read(kept, locale)].filter(
      ([id, { translation }]) =>
        translation && openings(translation) !== openings(english.get(id)?.translation),
    )
    expect(wrong.map(([id, { message = id }]) => message)).toEqual([])
  })
})

describe('a text without a translation', () => {
  const buildWithHole = (locale: string) => {
    const file = join(fresh, `${locale}.po`)
    const whole = readFileSync(file, 'utf8')
    writeFileSync(file, `${whole}\nmsgid "A text nobody has translated"\nmsgstr ""\n`)
    return build({
      configFile: false,
      logLevel: 'silent',
      plugins: catalogues(fresh).plugins,
      build: { write: false, lib: { entry: file, formats: ['es'] } },
    })
  }

  test.each(['th', 'la'])('fails the build in %s', async (locale) => {
    await expect(buildWithHole(locale)).rejects.toThrow('A text nobody has translated')
  })

  test('is shown in English, the source', async () => {
    await expect(buildWithHole('en')).resolves.toBeDefined()
  })
})

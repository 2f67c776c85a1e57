import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { getTableName, is, Table } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { settings } from '../server/environment.ts'
import { filesBelow, sourceOf } from './support/imports.ts'
import { isCode, shipped } from './support/source-files.ts'

const documents = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** For a path with a placeholder, the folder that contains it. */
const existingPart = (path: string) => (/[<*{]/u.test(path) ? dirname(path.split(/[<*{]/u)[0] + 'x') : path)

test.each(documents)('the files and folders named in %s exist', (document) => {
  const text = readFileSync(document, 'utf8')
  const named = [...text.matchAll(/`((?:src|server|tests|scripts|docs|public)\/[^`\s]*)`/gu)]
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/gu)]
  const paths = [
    ...named.map(([, path = '']) => existingPart(path)),
    ...linked.map(([, path = '']) => join(dirname(document), path)),
  ]
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

const code = [
  ...['src', 'server', 'tests', 'scripts'].flatMap((folder) => filesBelow(folder)),
  'vite.config.ts',
]

/** Names of files without their folders, such as `modal-search.ts`: what stands beside a file that was named. */
const namesIn = (text: string) =>
  text.match(/(?<![\w/.<>*-])[\w-]+(?:\.[\w-]+)*\.(?:tsx?|css|mjs|sql)\b/gu) ?? []
const fileNames = new Set([
  ...[...code, ...filesBelow('deploy')].map((path) => basename(path)),
  ...readdirSync('.'),
])

const codeWordsOf = (document: string) =>
  [...readFileSync(document, 'utf8').matchAll(/`([^`\n]+)`/gu)].map(([, words = '']) => words)

test.each(documents)('the files that %s names without their folder exist', (document) => {
  const named = codeWordsOf(document).flatMap((words) => namesIn(words))
  expect(named.filter((name) => !fileNames.has(name))).toEqual([])
})

// Not the decisions: they also name libraries and functions that were considered and are not in the source.
test.each(documents.filter((path) => !path.startsWith('docs/decisions/')))(
  'what %s names as the source does is in the source',
  (document) => {
    const inSource = new Set(
      code.filter((path) => isCode(path)).flatMap((path) => sourceOf(path).match(/\w+/gu)),
    )
    const named = codeWordsOf(document).filter((words) => /^(?:[a-z]+|[A-Z][a-z]+)[A-Z]\w*$/u.test(words))
    expect(named.filter((name) => !inSource.has(name))).toEqual([])
  },
)

test('the files named in comments exist', () => {
  const path =
    /(?<![\w/.-])(?:src|server|tests|scripts|docs|ui|app|lib|data|routes|pwa)\/[\w./-]+\.(?:tsx?|css|md|mjs)\b/gu
  const missing = code
    .filter((file) => isCode(file) || file.endsWith('.css'))
    .flatMap((file) => {
      const comments = readFileSync(file, 'utf8').match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gmu) ?? []
      const named = comments.flatMap((comment) => comment.match(path) ?? [])
      return named
        .filter((one) => ![one, join('src', one)].some((place) => existsSync(place)))
        .concat(comments.flatMap((comment) => namesIn(comment).filter((name) => !fileNames.has(name))))
        .map((one) => `${file}: ${one}`)
    })
  expect(missing).toEqual([])
})

test('every setting has its row in the README, and every row its setting', () => {
  const inBuild = sourceOf('src/lib/parse-env.ts').match(/\bVITE_[A-Z_]+\b/gu) ?? []
  const known = [...Object.values(settings).map(([variable]) => variable), ...inBuild]
  const rows = [...readFileSync('README.md', 'utf8').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|/gmu)]
  const described = rows.flatMap(([, names = '']) => names.match(/[A-Z_]+/gu) ?? [])
  expect(described.toSorted(), 'the tables under “Settings” in README.md').toEqual(
    [...new Set(known)].toSorted(),
  )
})

test('“What grows” says of every table for how long its rows are kept; where they end, the server deletes them', () => {
  const schema = Object.assign(
    {},
    ...Object.values(import.meta.glob<object>('../server/database/schema/*.ts', { eager: true })),
  )
  const tables = new Map(
    Object.entries<unknown>(schema).flatMap(([key, one]) =>
      is(one, Table) ? [[key, getTableName(one)]] : [],
    ),
  )
  const [, section = ''] =
    /^## What grows.*?\n([^]*?)^## /mu.exec(readFileSync('docs/operating.md', 'utf8')) ?? []
  const rows = [...section.matchAll(/^- \*\*(.*?)\*\*: ([^]*?)(?=\n- |\n\n)/gmu)].map(
    ([, until = '', kept = '']) => ({
      until,
      named: [...kept.matchAll(/`(\w+)`/gu)].map(([, name = '']) => name),
    }),
  )
  expect(
    rows.flatMap(({ named }) => named).toSorted(),
    '“What grows, and what never goes” in docs/operating.md: “Add a table or a column”, 4, in docs/how-to.md',
  ).toEqual([...tables.values()].toSorted())

  const swept = new Set(
    shipped.flatMap((path) =>
      [...sourceOf(path).matchAll(/\b(?:inBatches|removeOlder)\((?:db, )?(\w+),/gu)].map(([, key = '']) =>
        tables.get(key),
      ),
    ),
  )
  const ending = rows.filter(({ until }) => !/^(?:For ever|With )/u.test(until)).flatMap(({ named }) => named)
  expect(ending).not.toEqual([])
  expect(
    ending.filter((name) => !swept.has(name)),
    'a sweep in server/jobs/clean-up.ts: “Add a table or a column”, 4, in docs/how-to.md',
  ).toEqual([])
})

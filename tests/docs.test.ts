import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from './support/imports.ts'
import { isCode } from './support/source-files.ts'

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

test('the files named in comments exist', () => {
  const code = [
    ...['src', 'server', 'tests', 'scripts'].flatMap((folder) => filesBelow(folder)),
    'vite.config.ts',
  ]
  const path =
    /(?<![\w/.-])(?:src|server|tests|scripts|docs|ui|app|lib|data|routes|pwa)\/[\w./-]+\.(?:tsx?|css|md|mjs)\b/gu
  const missing = code
    .filter((file) => isCode(file) || file.endsWith('.css'))
    .flatMap((file) => {
      const comments = readFileSync(file, 'utf8').match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gmu) ?? []
      const named = comments.flatMap((comment) => comment.match(path) ?? [])
      return named
        .filter((one) => ![one, join('src', one)].some((place) => existsSync(place)))
        .map((one) => `${file}: ${one}`)
    })
  expect(missing).toEqual([])
})

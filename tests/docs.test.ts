import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

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

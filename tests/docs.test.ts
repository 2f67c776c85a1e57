import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** Of a path with a name to be filled in, the folder that it is in. */
const known = (path: string) => (/[<*{]/u.test(path) ? dirname(path.split(/[<*{]/u)[0] + 'x') : path)

test.each(documents)('%s names files and folders that there are', (document) => {
  const text = readFileSync(document, 'utf8')
  const named = [...text.matchAll(/`((?:src|server|tests|scripts|docs|public)\/[^`\s]*)`/gu)]
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/gu)]
  const paths = [
    ...named.map(([, path = '']) => known(path)),
    ...linked.map(([, path = '']) => join(dirname(document), path)),
  ]
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

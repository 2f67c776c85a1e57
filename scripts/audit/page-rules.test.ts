import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judgePage } from './page-rules.ts'

const ours = readFileSync('index.html', 'utf8')
const failing = (html: string) =>
  judgePage(html)
    .filter(({ outcome }) => outcome === 'fail')
    .map(({ rule }) => rule)

test('the app’s own page breaks no rule', () => {
  expect(failing(ours)).toEqual([])
})

test.each([
  ['language', /lang="th"/u],
  ['title', /<title>.*<\/title>/u],
  ['description', /<meta name="description".*/u],
  ['viewport', /width=device-width/u],
  ['theme-color by day and by night', /<meta name="theme-color".*light.*/u],
  ['icon', /<link rel="icon".*/u],
  ['apple-touch-icon', /<link rel="apple-touch-icon".*/u],
  ['manifest', /<link rel="manifest".*/u],
])('a page without its %s is reported', (rule, part) => {
  expect(failing(ours.replace(part, ''))).toEqual([rule])
})

test('a page that forbids zooming is reported', () => {
  expect(failing(ours.replace('initial-scale=1', 'initial-scale=1, user-scalable=no'))).toEqual(['viewport'])
})

import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { localeOf } from './locale.ts'

const said = async (headers: Record<string, string>, laos = false) => {
  const config = { ...parseConfig({}), laos }
  const hono = new Hono().get('/', (c) => c.text(localeOf(c, config)))
  return (await hono.request('/', { headers })).text()
}

test.each([
  ['the cookie, in capitals', { cookie: 'locale=EN' }, 'en'],
  ['in a frame without cookies, what the app says alone', { 'accept-language': 'en' }, 'en'],
  ['Lao by its name in browsers', { 'accept-language': 'lo' }, 'la'],
  ['the cookie before the header', { cookie: 'locale=LA', 'accept-language': 'en' }, 'la'],
  ['not a browser’s own list, which nobody chose', { 'accept-language': 'en-US,en;q=0.9' }, 'th'],
  ['the site’s, where nothing is said', {}, 'th'],
  ['the site’s, where the cookie is none', { cookie: 'locale=XX' }, 'th'],
])('the server’s language with %s', async (_, headers, locale) => {
  expect(await said(headers as Record<string, string>)).toBe(locale)
})

test('a Lao site’s default is Lao', async () => {
  expect([await said({}, true), await said({ 'accept-language': 'th' }, true)]).toEqual(['la', 'th'])
})

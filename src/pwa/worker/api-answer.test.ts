import { expect, test } from 'vitest'
import { isApiAnswer, saysGone } from './api-answer.ts'

test.each([
  ['the site’s closing, with 200', { message: 'GONE' }, 200, true],
  ['the site’s closing, in small letters', { message: 'gone' }, 410, true],
  ['another refusal', { message: 'NO_DATA' }, 404, false],
  ['an answer that mentions it', { message: 'GONE FISHING' }, 200, false],
  ['data', [1, 2], 200, false],
  ['nothing', null, 200, false],
])('%s', async (_, body, status, gone) => {
  const response = Response.json(body, { status })
  expect(isApiAnswer(response)).toBe(true)
  expect(await saysGone(response)).toBe(gone)
  // Whoever asked still has the body.
  expect(await response.json()).toEqual(body)
})

test('a captive portal’s page is not the backend’s answer', async () => {
  const page = new Response('<p>Pay here', { headers: { 'Content-Type': 'text/html' } })
  expect(isApiAnswer(page)).toBe(false)
  expect(await saysGone(page)).toBe(false)
})

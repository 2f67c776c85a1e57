import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepWhenTold } from './keep-when-told.ts'

const wanted = 'https://champa.example/api/lookup/info'
const keep = vi.fn<(url: string, event: unknown, lang: string) => Promise<void>>()
let told: (event: object) => void

beforeEach(() => {
  keep.mockReset()
  keep.mockResolvedValue()
  vi.stubGlobal('self', {
    addEventListener: (_: string, handler: typeof told) => {
      told = handler
    },
  })
  keepWhenTold(({ pathname }) => pathname === '/api/lookup/info', keep)
})
afterEach(() => vi.unstubAllGlobals())

/** What is kept of what a page says. */
function says(data: unknown): unknown[] {
  told({ data, waitUntil: () => undefined })
  return keep.mock.calls.map(([url, , lang]) => [url, lang])
}

test('of a page’s addresses the wanted are kept, in its language', () => {
  const urls = ['https://champa.example/api/wallet', wanted]
  expect(says({ type: 'KEEP', urls, lang: 'lo' })).toEqual([[wanted, 'lo']])
})

test('what is no address costs none of the others', () => {
  const urls = ['', 'no address', null, 7, {}, wanted]
  expect(says({ type: 'KEEP', urls, lang: 7 })).toEqual([[wanted, '']])
})

test.each([
  ['nothing', null],
  ['text', 'KEEP'],
  ['no addresses', { type: 'KEEP' }],
  ['one address', { type: 'KEEP', urls: wanted }],
  ['a number', { type: 'KEEP', urls: 7 }],
  ['another message', { type: 'LEAVE', urls: [wanted] }],
])('%s keeps nothing', (_, data) => {
  expect(says(data)).toEqual([])
})

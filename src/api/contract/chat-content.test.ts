import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { chatContent, customerContent, messageLength, readContent } from './chat-content.ts'

const text = (words: string) => ({ message_type: 'text', payload: { text: words } })

describe('what a customer may send', () => {
  test('at most 2000 characters as a reader counts them', () => {
    expect(v.is(customerContent, text('ที่'.repeat(2000)))).toBe(true)
    expect(v.is(customerContent, text('ที่'.repeat(2001)))).toBe(false)
    expect(v.is(customerContent, text('👨‍👩‍👧‍👦'.repeat(700)))).toBe(true)
    expect(v.is(customerContent, text(`e${'\u0301'.repeat(30_000)}`))).toBe(false)
  })

  test.each(['ที่', 'สิทธิ์', 'น้ำ', 'ນ້ຳ', 'ຫຼື່', 'ເຫຼົ້າ', '👍🏽', '🇱🇦', '1️⃣', '❤️'])(
    '2000 times “%s”, with all its marks',
    (word) => {
      const letters = messageLength(word)
      const full = word.repeat(Math.floor(2000 / letters))
      expect(letters).toBeLessThanOrEqual(word.length)
      expect(v.is(customerContent, text(full))).toBe(true)
      expect(v.is(customerContent, text(full + word.repeat(letters)))).toBe(false)
    },
  )

  test('no more than four code units for each of the 2000 characters, in a caption too', () => {
    const caption = (message: string) => ({
      message_type: 'media',
      payload: { url: '/a.png', fileType: 'image', message },
    })
    const stacked = `e${'\u0301'.repeat(8)}`
    for (const shape of [text, caption]) {
      expect(v.is(customerContent, shape(stacked.repeat(888)))).toBe(true)
      expect(v.is(customerContent, shape(stacked.repeat(889)))).toBe(false)
      expect(v.is(customerContent, shape('x'.repeat(2000)))).toBe(true)
      expect(v.is(customerContent, shape('x'.repeat(2001)))).toBe(false)
    }
    expect(v.is(customerContent, caption(''))).toBe(true)
  })

  test.each([
    ['a text', text],
    [
      'a caption',
      (message: string) => ({
        message_type: 'media',
        payload: { url: '/a.png', fileType: 'image', message },
      }),
    ],
    ['a button’s title', (title: string) => ({ message_type: 'postback', payload: { title } })],
    [
      'a button’s meaning',
      (payload: string) => ({ message_type: 'postback', payload: { title: 'a', payload } }),
    ],
  ])('no more than eight marks on one letter, in %s', (_, shape) => {
    for (const mark of ['\u0301', '\u0E49'])
      expect([8, 9].map((marks) => v.is(customerContent, shape(`ก${mark.repeat(marks)}x`)))).toEqual([
        true,
        false,
      ])
  })

  test('as the app counts it while it is written', () => {
    const part = fc.constantFrom('a', ' ', 'ที่', 'ຫຼື່', '👍🏽', '👨‍👩‍👧‍👦', 'e\u0301\u0301\u0301\u0301\u0301')
    fc.assert(
      fc.property(fc.tuple(part, part), fc.integer({ min: 1, max: 1500 }), ([one, other], times) => {
        const words = `x${one.repeat(times)}${other.repeat(times)}`
        expect(v.is(customerContent, text(words))).toBe(messageLength(words) <= 2000)
      }),
    )
  })

  test.each([text(' \n'), text(''), { message_type: 'buttons', payload: { text: 'a', buttons: [] } }, {}])(
    'is not %j',
    (content) => {
      expect(v.is(customerContent, content)).toBe(false)
    },
  )
})

describe('reading a message', () => {
  test.each([
    ['a text by another name', { message_type: 'text', payload: { message: 'hi' } }, text('hi')],
    [
      'a type of its own',
      { message_type: 'poll', payload: { text: 'Which?' } },
      { message_type: 'other', payload: { text: 'Which?' } },
    ],
    [
      'a button that would run a program',
      {
        message_type: 'buttons',
        payload: { text: 'a', buttons: [{ type: 'web_url', title: 'b', url: 'javascript:alert(1)' }] },
      },
      { message_type: 'other', payload: { text: 'a' } },
    ],
    [
      'a picture from somewhere else',
      { message_type: 'media', payload: { url: '//elsewhere.example/a.png', fileType: 'image' } },
      { message_type: 'other', payload: { text: '//elsewhere.example/a.png' } },
    ],
  ])('reads %s', (_, message, content) => {
    expect(readContent(message)).toEqual(content)
  })

  test('never throws, whatever it is given', () => {
    const payload = fc.dictionary(fc.string(), fc.anything())
    fc.assert(
      fc.property(fc.string(), payload, (type, given) => {
        expect(v.is(chatContent, readContent({ message_type: type, payload: given }))).toBe(true)
      }),
    )
  })
})

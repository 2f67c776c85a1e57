import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { chatContent, customerContent, readContent } from './chat-content.ts'

const text = (words: string) => ({ message_type: 'text', payload: { text: words } })

describe('what a customer may send', () => {
  test('at most 2000 characters as a reader counts them', () => {
    expect(v.is(customerContent, text('ที่'.repeat(2000)))).toBe(true)
    expect(v.is(customerContent, text('ที่'.repeat(2001)))).toBe(false)
    expect(v.is(customerContent, text('👨‍👩‍👧‍👦'.repeat(1500)))).toBe(true)
    expect(v.is(customerContent, text(`e${'\u0301'.repeat(30_000)}`))).toBe(false)
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

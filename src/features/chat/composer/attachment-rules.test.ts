import { expect, test } from 'vitest'
import { checkAttachment } from './attachment-rules.ts'

const MB = 2 ** 20
const file = (name: string, type: string, size = 1000) => ({ name, type, size })

test.each([
  ['photo.png', 'image/png', 'image'],
  ['photo.JPG', 'image/jpeg', 'image'],
  ['photo.jpg', 'image/jpg', 'image'],
  ['dance.gif', 'image/gif', 'image'],
  ['film.mp4', 'video/mp4', 'video'],
  ['film.MOV', 'video/quicktime', 'video'],
  ['สลิป วันนี้.v2.png', 'image/png', 'image'],
  // Known by the extension if the phone reports no type.
  ['film.mov', '', 'video'],
  ['photo.jpeg', '', 'image'],
])('%s of type %j is accepted', (name, type, medium) => {
  expect(checkAttachment(file(name, type))).toBe(medium)
})

test.each([
  ['no extension', 'photo', 'image/png'],
  ['nothing but an extension', '.png', 'image/png'],
  ['a dot at the end', 'photo.', 'image/png'],
  ['another kind of picture', 'photo.webp', 'image/webp'],
  ['a drawing', 'photo.svg', 'image/svg+xml'],
  ['a document', 'slip.pdf', 'application/pdf'],
  ['a document called a picture', 'slip.png', 'application/pdf'],
  ['an unknown kind', 'tool.exe', ''],
  ['an ending that every object knows', 'x.constructor', ''],
  ['a type that every object knows', 'photo.png', 'image/constructor'],
])('%s is not supported', (_, name, type) => {
  expect(checkAttachment(file(name, type))).toEqual({ error: 'not-supported' })
})

test('a file without content is empty', () => {
  expect(checkAttachment(file('photo.png', 'image/png', 0))).toEqual({ error: 'empty' })
})

test('pictures may have up to 10 MB, videos up to 20 MB', () => {
  expect(checkAttachment(file('a.png', 'image/png', 10 * MB))).toBe('image')
  expect(checkAttachment(file('a.png', 'image/png', 10 * MB + 1))).toEqual({ error: { largest: 10 } })
  expect(checkAttachment(file('a.mp4', 'video/mp4', 20 * MB))).toBe('video')
  expect(checkAttachment(file('a.mp4', 'video/mp4', 20 * MB + 1))).toEqual({ error: { largest: 20 } })
})

import { expect, test } from 'vitest'
import { judgeAttachment } from './attachment-rules.ts'

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
  // Named by its extension where the phone does not say.
  ['film.mov', '', 'video'],
  ['photo.jpeg', '', 'image'],
])('%s of type %j is taken', (name, type, medium) => {
  expect(judgeAttachment(file(name, type))).toBe(medium)
})

test.each([
  ['no extension', 'photo', 'image/png', 5],
  ['nothing but an extension', '.png', 'image/png', 5],
  ['a dot at the end', 'photo.', 'image/png', 5],
  ['another kind of picture', 'photo.webp', 'image/webp', 5],
  ['a drawing', 'photo.svg', 'image/svg+xml', 5],
  ['a document', 'slip.pdf', 'application/pdf', 5],
  ['a document called a picture', 'slip.png', 'application/pdf', 5],
  ['an unknown kind', 'tool.exe', '', 5],
  ['a word every object knows', 'x.constructor', '', 5],
  ['nothing in it', 'photo.png', 'image/png', 0],
])('%s is not supported', (_, name, type, size) => {
  expect(judgeAttachment(file(name, type, size))).toEqual({ fault: 'not-supported' })
})

test('pictures up to 10 MB, films up to 20 MB', () => {
  expect(judgeAttachment(file('a.png', 'image/png', 10 * MB))).toBe('image')
  expect(judgeAttachment(file('a.png', 'image/png', 10 * MB + 1))).toEqual({ fault: { largest: 10 } })
  expect(judgeAttachment(file('a.mp4', 'video/mp4', 20 * MB))).toBe('video')
  expect(judgeAttachment(file('a.mp4', 'video/mp4', 20 * MB + 1))).toEqual({ fault: { largest: 20 } })
})

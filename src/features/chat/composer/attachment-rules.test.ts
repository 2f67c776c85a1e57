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
  ['no extension', 'photo', 'image/png'],
  ['nothing but an extension', '.png', 'image/png'],
  ['a dot at the end', 'photo.', 'image/png'],
  ['another kind of picture', 'photo.webp', 'image/webp'],
  ['a drawing', 'photo.svg', 'image/svg+xml'],
  ['a document', 'slip.pdf', 'application/pdf'],
  ['a document called a picture', 'slip.png', 'application/pdf'],
  ['an unknown kind', 'tool.exe', ''],
  ['a word every object knows', 'x.constructor', ''],
])('%s is not supported', (_, name, type) => {
  expect(judgeAttachment(file(name, type))).toEqual({ fault: 'not-supported' })
})

test('a file with nothing in it is said to be empty', () => {
  expect(judgeAttachment(file('photo.png', 'image/png', 0))).toEqual({ fault: 'empty' })
})

test('pictures up to 10 MB, films up to 20 MB', () => {
  expect(judgeAttachment(file('a.png', 'image/png', 10 * MB))).toBe('image')
  expect(judgeAttachment(file('a.png', 'image/png', 10 * MB + 1))).toEqual({ fault: { largest: 10 } })
  expect(judgeAttachment(file('a.mp4', 'video/mp4', 20 * MB))).toBe('video')
  expect(judgeAttachment(file('a.mp4', 'video/mp4', 20 * MB + 1))).toEqual({ fault: { largest: 20 } })
})

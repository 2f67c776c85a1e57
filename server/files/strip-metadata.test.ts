import { decode, encode } from 'jpeg-js'
import { PNG } from 'pngjs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inspectPicture } from '#lib/pictures/picture.ts'
import { stripMetadata, type UploadKind } from './strip-metadata.ts'
import { exifSegment, filmBox, gifOf, jpegSegment, join, pngChunk } from './test-pictures.ts'

/** The stripped bytes of a file that has no more parts than it may. */
const strip = (...given: Parameters<typeof stripMetadata>) => stripMetadata(...given) ?? new Uint8Array()
const has = (bytes: Uint8Array, words: string) => Buffer.from(bytes).includes(words)
const grey = Uint8Array.from({ length: 40 * 30 * 4 }, (_, at) => (at * 7) & 0xff)
const jpeg = new Uint8Array(encode({ width: 40, height: 30, data: grey }, 80).data)
const drawn = new PNG({ width: 40, height: 30 })
drawn.data.set(grey)
const png = new Uint8Array(PNG.sync.write(drawn))
/** Inserts segments after the start of image. */
const withSegments = (...segments: Uint8Array[]) => join(jpeg.subarray(0, 2), ...segments, jpeg.subarray(2))

describe('a JPEG', () => {
  test('loses location, comments, previews and appended data; its pixels stay the same', () => {
    const noted = join(
      withSegments(
        exifSegment(1),
        jpegSegment(0xe1, join('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Vientiane')),
        jpegSegment(0xe0, join('JFXX\0', 'preview')),
        jpegSegment(0xe2, join('MPF\0', 'more pictures')),
        jpegSegment(0xed, join('Photoshop 3.0\0', 'IPTC city')),
        jpegSegment(0xfe, join('taken by Somchai')),
      ),
      'a film of the moment, with its GPS',
    )
    const stripped = strip(noted, 'jpeg')
    for (const words of ['GPS', 'xmp', 'JFXX', 'MPF', 'IPTC', 'Somchai'])
      expect(has(stripped, words)).toBe(false)
    expect(stripped).toEqual(jpeg)
    expect(decode(stripped).data).toEqual(decode(jpeg).data)
  })

  test('keeps its colour profile and orientation', () => {
    const profile = jpegSegment(0xe2, join('ICC_PROFILE\0', 'colours'))
    const adobe = jpegSegment(0xee, join('Adobe\0\0'))
    const stripped = strip(withSegments(exifSegment(6), profile, adobe), 'jpeg')
    expect(has(stripped, 'ICC_PROFILE')).toBe(true)
    expect(has(stripped, 'Adobe')).toBe(true)
    expect(has(stripped, 'GPS')).toBe(false)
    const exif = Buffer.from(stripped).indexOf('Exif')
    const directory = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1]
    const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    expect([...stripped.subarray(exif + 6, exif + 32)]).toEqual(directory.concat(entry))
    expect(decode(stripped).data).toEqual(decode(jpeg).data)
    // Stripping is idempotent.
    expect(strip(stripped, 'jpeg')).toEqual(stripped)
  })
})

test('a PNG loses its texts, times and Exif', () => {
  const notes = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'tIME', 'prVt'].map((type) =>
    pngChunk(type, join('GPS here')),
  )
  const noted = join(png.subarray(0, 33), ...notes, png.subarray(33), 'GPS behind')
  const stripped = strip(noted, 'png')
  expect(has(stripped, 'GPS')).toBe(false)
  expect(PNG.sync.read(Buffer.from(stripped)).data).toEqual(PNG.sync.read(Buffer.from(png)).data)
})

test('a GIF loses its comments and stays animated', () => {
  const stripped = strip(join(gifOf('made in Pakse'), 'GPS'), 'gif')
  expect(stripped).toEqual(gifOf())
})

const head = filmBox('ftyp', 'isom\0\0\0\0')
const pictures = filmBox('mdat', 'the pictures')
const place = filmBox('udta', filmBox('\u00a9xyz', '+17.9757+102.6331/'))

/** A box that says another length than it has. */
function sizedBox(size: number, type: string, ...content: (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const box = filmBox(type, ...content)
  new DataView(box.buffer).setUint32(0, size)
  return box
}

test.each(['mp4', 'mov'] as const)(
  'a video (%s) loses its metadata, and its byte positions stay the same',
  (kind) => {
    const place = '+17.9757+102.6331/'
    const times = join(new Uint8Array(4), new Uint8Array(8).fill(7), new Uint8Array(88).fill(1))
    const film = join(
      filmBox('ftyp', 'isom\0\0\0\0'),
      filmBox('uuid', 'be7acfcb97a942e8', '<x:xmpmeta>'),
      filmBox('XMP_', 'Lightroom'),
      filmBox(
        'moov',
        filmBox('mvhd', times),
        filmBox(
          'trak',
          filmBox('tkhd', times),
          filmBox('udta', 'SM-A125F'),
          filmBox('loci', 'Vientiane'),
          filmBox('mdia', filmBox('mdhd', times)),
        ),
        filmBox('udta', filmBox('\u00a9xyz', place)),
        filmBox('meta', 'com.apple.quicktime.location.ISO6709', place),
      ),
      filmBox('mdat', 'the pictures'),
    )
    const stripped = strip(film, kind)
    for (const words of [place, 'SM-A125F', 'xmpmeta', 'location', 'Vientiane', 'Lightroom', '\u0007\u0007'])
      expect(has(stripped, words)).toBe(false)
    expect(stripped.byteLength).toBe(film.byteLength)
    expect(Buffer.from(stripped).indexOf('the pictures')).toBe(Buffer.from(film).indexOf('the pictures'))
    expect(Buffer.from(stripped).includes('mvhd')).toBe(true)
    expect(stripped.filter((byte) => byte === 1).length).toBe(film.filter((byte) => byte === 1).length)
  },
)

test.each<[string, Uint8Array<ArrayBuffer>]>([
  ['one cut off within its tables', join(head, pictures, filmBox('moov', place).subarray(0, -4))],
  ['tables longer than the film', join(head, sizedBox(900, 'moov', place), pictures)],
  ['pictures that claim all that follows', join(head, sizedBox(2 ** 31, 'mdat'), filmBox('moov', place))],
  ['zeros between its boxes', join(head, new Uint8Array(4), filmBox('moov', place), pictures)],
  ['no more than its head', head],
  ['half of its head', head.subarray(0, 12)],
])('a film with %s is none: its metadata could not be found', (_, film) => {
  expect(stripMetadata(film, 'mp4')).toBeUndefined()
})

test('a film whose pictures last to its end is one', () => {
  const film = join(head, filmBox('moov', place), sizedBox(0, 'mdat', 'the pictures'))
  expect(has(strip(film, 'mp4'), 'the pictures')).toBe(true)
  expect(has(strip(film, 'mp4'), '+17.9757')).toBe(false)
})

test('broken files never throw, and no file grows', () => {
  const kinds: [UploadKind, Uint8Array][] = [
    ['jpeg', withSegments(exifSegment(6))],
    ['png', png],
    ['gif', gifOf('x')],
    ['mp4', filmBox('moov', filmBox('udta', 'x'))],
  ]
  const spoiled = fc.tuple(
    fc.constantFrom(...kinds),
    fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
  )
  fc.assert(
    fc.property(spoiled, ([[kind, bytes], changes]) => {
      const copy = Uint8Array.from(bytes)
      for (const [at, byte] of changes) if (at < copy.length) copy[at] = byte
      inspectPicture(copy)
      expect(stripMetadata(copy, kind)?.byteLength ?? 0).toBeLessThanOrEqual(copy.byteLength + 36)
    }),
  )
})

const repeated = (times: number, part: Uint8Array) => new Uint8Array(Buffer.alloc(times * part.length, part))
const fragment = join(
  filmBox('moof', filmBox('mfhd', '1'), filmBox('traf', filmBox('tfhd', '1'), filmBox('trun', '1'))),
  filmBox('mdat', 'one picture'),
)
/** The frame of a GIF with the control block before it. */
const frame = gifOf().subarray(-24, -1)
const gifHead = gifOf().subarray(0, -24)
const end = Uint8Array.of(0x3b)

describe('a file of many parts', () => {
  test.each<[string, UploadKind, Uint8Array<ArrayBuffer>]>([
    [
      'a JPEG with a profile of 255 parts',
      'jpeg',
      withSegments(...Array.from({ length: 255 }, () => jpegSegment(0xe2, join('ICC_PROFILE\0', 'colours')))),
    ],
    [
      'a PNG of 5,000 chunks',
      'png',
      join(png.subarray(0, 33), repeated(5000, pngChunk('IDAT', new Uint8Array())), png.subarray(33)),
    ],
    ['a GIF of 5,000 frames', 'gif', join(gifHead, repeated(5000, frame), end)],
    ['a film of 9,000 fragments', 'mp4', join(filmBox('ftyp', 'isom\0\0\0\0'), repeated(9000, fragment))],
  ])('%s stays as it is', (_, kind, bytes) => {
    expect(Buffer.compare(strip(bytes, kind), bytes)).toBe(0)
  })

  test('markers that stand alone between the segments of a JPEG are dropped', () => {
    expect(strip(withSegments(repeated(1_000_000, Uint8Array.of(0xff, 0xd0))), 'jpeg')).toEqual(jpeg)
  })

  test.each<[string, UploadKind, Uint8Array<ArrayBuffer>]>([
    [
      'a GIF of a million blocks',
      'gif',
      join(gifHead, repeated(1_000_000, Uint8Array.of(0x21, 0xf9, 0)), end),
    ],
    ['a film of 200,000 boxes', 'mp4', repeated(200_000, filmBox('free'))],
    ['a film in 20,000 boxes', 'mp4', nested(20_000)],
  ])('%s is none', (_, kind, bytes) => {
    expect(stripMetadata(bytes, kind)).toBeUndefined()
  })
})

/** Boxes each of which contains the next. */
function nested(depth: number): Uint8Array<ArrayBuffer> {
  const boxes = Buffer.alloc(depth * 8, '\0\0\0\0moov', 'latin1')
  for (let at = 0; at < depth; at += 1) boxes.writeUInt32BE((depth - at) * 8, at * 8)
  return new Uint8Array(boxes)
}

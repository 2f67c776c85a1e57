import { encode } from 'jpeg-js'
import { PNG } from 'pngjs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jpegSegments } from './picture-parts.ts'
import { inspectPicture, pictureKind } from './picture.ts'

const text = (words: string) => new TextEncoder().encode(words)
const grey = (width: number, height: number) => new Uint8Array(width * height * 4).fill(127)
const jpeg = new Uint8Array(encode({ width: 40, height: 30, data: grey(40, 30) }, 80).data)
const drawn = new PNG({ width: 40, height: 30 })
const png = new Uint8Array(PNG.sync.write(drawn))
const gif = Uint8Array.from([...text('GIF89a'), 40, 0, 30, 0, 0, 0, 0, 0x3b])
const webp = (() => {
  const body = [...text('WEBPVP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 39, 0, 0, 29, 0, 0]
  return Uint8Array.from([...text('RIFF'), body.length, 0, 0, 0, ...body])
})()

const parts = (times: number, part: number[]) => Array.from({ length: times }, () => part).flat()

/** A copy of the picture whose header declares another size. */
function claiming(bytes: Uint8Array, at: number, width: number, height: number, size: 2 | 4, first = width) {
  const copy = new DataView(bytes.slice().buffer)
  const other = first === width ? height : width
  if (size === 2) {
    copy.setUint16(at, first)
    copy.setUint16(at + 2, other)
  } else {
    copy.setUint32(at, first)
    copy.setUint32(at + 4, other)
  }
  return new Uint8Array(copy.buffer)
}
const frame = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xc0)
/** A GIF whose head tells of one pixel, with frames of these sizes at their places. */
const gifOfFrames = (...frames: [left: number, width: number, height: number][]) => {
  const two = (value: number) => [value & 0xff, value >> 8]
  const drawn = frames.map(([left, width, height]) => [
    [0x2c, ...two(left), 0, 0, ...two(width), ...two(height)],
    [0, 2, 2, 0x44, 1, 0],
  ])
  return Uint8Array.from([
    ...text('GIF89a'),
    1,
    0,
    1,
    0,
    0x80,
    0,
    0,
    ...new Uint8Array(6),
    ...drawn.flat(2),
    0x3b,
  ])
}
/** Its second frame header, behind the scan, is small; browsers draw the first. */
const jpegOfTwoSizes = (() => {
  const first = claiming(jpeg, frame + 5, 10_000, 6_000, 2, 6_000)
  const header = jpeg.subarray(frame, frame + 2 + ((jpeg[frame + 2] ?? 0) << 8) + (jpeg[frame + 3] ?? 0))
  return Uint8Array.from([...first.subarray(0, -2), ...header, ...first.subarray(-2)])
})()
const pngBomb = claiming(png, 16, 10_000, 6_000, 4)
const jpegBomb = claiming(jpeg, frame + 5, 10_000, 6_000, 2, 6_000)

describe('a picture’s format and size by its bytes', () => {
  test.each([
    ['png', png],
    ['jpeg', jpeg],
    ['webp', webp],
    ['gif', gif],
  ] as const)('%s', (kind, bytes) => {
    expect(inspectPicture(bytes)).toEqual({ kind, width: 40, height: 30 })
  })

  test.each([
    ['text', text('I am a slip, I promise'), 'not-a-picture'],
    ['a page', text('<!doctype html><p>'), 'not-a-picture'],
    ['a PDF', text('%PDF-1.7'), 'not-a-picture'],
    ['nothing', new Uint8Array(), 'not-a-picture'],
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing'],
    ['an SVG with a prologue', text('\uFEFF<?xml version="1.0"?>\n<!-- -->\n<svg>'), 'drawing'],
    ["an iPhone's HEIC", text('\0\0\0\u0018ftypheic'), 'other-kind'],
    ['a JPEG cut in the middle', jpeg.subarray(0, jpeg.length / 2), 'cut-off'],
    ['a JPEG without its last byte', jpeg.subarray(0, -1), 'cut-off'],
    ['a JPEG of three bytes', jpeg.subarray(0, 3), 'cut-off'],
    ['a PNG cut in the middle', png.subarray(0, png.length / 2), 'cut-off'],
    ['a signature alone', png.subarray(0, 8), 'cut-off'],
    ['a WebP cut', webp.subarray(0, -3), 'cut-off'],
    ['a GIF cut', gif.subarray(0, -1), 'cut-off'],
    ['60 megapixels of PNG', pngBomb, 'too-many-pixels'],
    ['60 megapixels of JPEG', jpegBomb, 'too-many-pixels'],
    ['60 megapixels of JPEG behind which a small size stands', jpegOfTwoSizes, 'too-many-pixels'],
    ['60 megapixels of GIF in a screen of one', gifOfFrames([0, 10_000, 6_000]), 'too-many-pixels'],
    [
      '60 megapixels of GIF in its second frame',
      gifOfFrames([0, 1, 1], [0, 10_000, 6_000]),
      'too-many-pixels',
    ],
    ['a frame of a GIF far to the right', gifOfFrames([60_000, 1, 500]), 'too-many-pixels'],
    ['a PNG that overflows', claiming(png, 16, 0xffff_ffff, 0xffff_ffff, 4), 'too-many-pixels'],
    ['a PNG of no height', claiming(png, 16, 100, 0, 4), 'cut-off'],
  ] as const)('%s', (_, bytes, fault) => expect(inspectPicture(bytes)).toEqual({ fault }))

  test('a GIF whose frames reach beyond its screen is as large as they are', () => {
    const moving = gifOfFrames([0, 40, 20], [10, 20, 30])
    expect(inspectPicture(moving)).toEqual({ kind: 'gif', width: 40, height: 30 })
  })

  test.each([
    [
      'JPEG',
      Uint8Array.from([...jpeg.subarray(0, 2), ...parts(20_000, [0xff, 0xfe, 0, 2]), ...jpeg.subarray(2)]),
    ],
    [
      'PNG',
      Uint8Array.from([
        ...png.subarray(0, 33),
        ...parts(20_000, [0, 0, 0, 0, ...text('tEXt'), 0, 0, 0, 0]),
        ...png.subarray(33),
      ]),
    ],
  ])('of a %s of more than 20,000 parts the rest is not read', (_, bytes) => {
    expect(inspectPicture(bytes)).toEqual({ fault: 'cut-off' })
  })

  test('markers that stand alone are no parts of a JPEG', () => {
    const many = Uint8Array.from([
      ...jpeg.subarray(0, 2),
      ...parts(50_000, [0xff, 0xd0]),
      ...jpeg.subarray(2),
    ])
    expect(inspectPicture(many)).toEqual({ kind: 'jpeg', width: 40, height: 30 })
    expect(jpegSegments(many)).toHaveLength(jpegSegments(jpeg).length)
  })

  test('bytes that a phone writes after a JPEG do not matter', () => {
    expect(inspectPicture(Uint8Array.from([...jpeg, 1, 2, 3]))).toMatchObject({ kind: 'jpeg' })
  })
})

test('a picture truncated anywhere is detected', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(jpeg, png, webp),
      fc.double({ min: 0, max: 0.98, noNaN: true }),
      (bytes, part) => {
        expect(inspectPicture(bytes.subarray(0, Math.floor(bytes.length * part)))).toHaveProperty('fault')
      },
    ),
  )
})

test('arbitrary bytes never throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(jpeg, png, webp, gif), fc.uint8Array({ maxLength: 200 }), (bytes, noise) => {
      inspectPicture(noise)
      inspectPicture(Uint8Array.from([...bytes.subarray(0, 30), ...noise]))
      expect(pictureKind(Uint8Array.from([...bytes, ...noise]))).toBeDefined()
    }),
  )
})

import { constants, deflateRawSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** Pictures and films as no camera makes them, drawn by code: small as files, large or endless to whoever decodes them. */

type Bytes = Uint8Array<ArrayBuffer>

export const join = (...parts: (Uint8Array | string)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1'))))

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xed_b8_83_20 ^ (crc >>> 1) : crc >>> 1
  return crc >>> 0
})

export function pngChunk(type: string, data: Uint8Array): Bytes {
  const checked = join(type, data)
  let crc = 0xff_ff_ff_ff
  for (const byte of checked) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return join(u32(data.length), checked, u32((crc ^ 0xff_ff_ff_ff) >>> 0))
}

/** A zlib stream that inflates to so many MiB of zeros, a thousandth of that long. */
function zeros(mib: number): Bytes {
  const one = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
  const end = deflateRawSync(Buffer.alloc(0))
  return join(Uint8Array.of(0x78, 0xda), ...Array.from({ length: mib }, () => one), end, u32(0))
}

interface PngShape {
  edge: number
  /** Bits a sample. */
  depth?: number
  /** 0 grey, 3 by palette, 6 with alpha. */
  colour?: number
  isInterlaced?: boolean
  /** What its data inflate to. */
  mib: number
}

export const pngOf = ({ edge, depth = 8, colour = 6, isInterlaced = false, mib }: PngShape): Bytes =>
  join(
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', join(u32(edge, edge), Uint8Array.of(depth, colour, 0, 0, isInterlaced ? 1 : 0))),
    ...(colour === 3 ? [pngChunk('PLTE', new Uint8Array(6).fill(128))] : []),
    pngChunk('IDAT', zeros(mib)),
    pngChunk('IEND', new Uint8Array()),
  )

/** 1.5 MB that inflate to 1.5 GB behind a head that claims 300 x 300 pixels. */
export const interlacedBomb = () => pngOf({ edge: 300, isInterlaced: true, mib: 1500 })

export function jpegSegment(marker: number, data: Uint8Array): Bytes {
  const length = data.length + 2
  return join(Uint8Array.of(0xff, marker, length >> 8, length & 0xff), data)
}

/** What says how a square JPEG of three colours is to be decoded: as a baseline one in so many scans. It has no picture. */
export const headOfJpeg = (edge: number, scans: number): Bytes =>
  join(
    Uint8Array.of(0xff, 0xd8),
    jpegSegment(0xc0, frameOf(edge)),
    ...Array.from({ length: scans }, (_, at) => jpegSegment(0xda, Uint8Array.of(1, at + 1, 0, 0, 63, 0))),
    Uint8Array.of(0xff, 0xd9),
  )

/** A frame of three colours without subsampling. */
function frameOf(edge: number): Uint8Array {
  const size = [edge >> 8, edge & 0xff]
  return Uint8Array.of(8, ...size, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0)
}

/** A progressive grey-blue square, sent in so many scans of which all but the first change nothing. */
export function progressiveJpeg(edge: number, scans: number): Bytes {
  const blocks = Math.ceil(edge / 8) ** 2
  // Codes of one bit: no difference for DC, and "nothing in the next 16384 blocks" for AC.
  const table = (kind: number, symbol: number) =>
    jpegSegment(0xc4, Uint8Array.of(kind, 1, ...new Uint8Array(15), symbol))
  const refinement = join(
    jpegSegment(0xda, Uint8Array.of(1, 1, 0, 1, 63, 0)),
    new Uint8Array(Math.ceil((Math.ceil(blocks / 16_384) * 15) / 8)),
  )
  return join(
    Uint8Array.of(0xff, 0xd8),
    jpegSegment(0xdb, join(Uint8Array.of(0), new Uint8Array(64).fill(1))),
    jpegSegment(0xc2, frameOf(edge)),
    table(0x00, 0),
    table(0x10, 0xe0),
    jpegSegment(0xda, Uint8Array.of(3, 1, 0, 2, 0, 3, 0, 0, 0, 0)),
    new Uint8Array(Math.ceil((blocks * 3) / 8)),
    ...Array.from({ length: scans - 1 }, () => refinement),
    Uint8Array.of(0xff, 0xd9),
  )
}

const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']

/** Fifty thousand corners of a QR and no QR: whoever looks for one compares each with all others. */
export function cornersEverywhere(): Bytes {
  const edge = 1800
  const picture = new PNG({ width: edge, height: edge })
  for (let y = 0; y < edge; y += 1)
    for (let x = 0; x < edge; x += 1) {
      const shade = finder[y % 8]?.[x % 8] === '1' ? 0 : 255
      picture.data.set([shade, shade, shade, 255], (y * edge + x) * 4)
    }
  return new Uint8Array(PNG.sync.write(picture))
}

const EXIF = 'Exif\0\0'

/** An Exif segment with this way up, and a place. */
export const exifSegment = (orientation: number): Bytes =>
  jpegSegment(
    0xe1,
    join(
      EXIF,
      'II*\0',
      Uint8Array.of(8, 0, 0, 0, 2, 0),
      Uint8Array.of(0x0f, 0x01, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0),
      Uint8Array.of(0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0),
      u32(0),
      'GPS 17.9757N 102.6331E',
    ),
  )

/** A box of a film. */
export const filmBox = (type: string, ...inside: (Uint8Array | string)[]): Bytes => {
  const data = join(...inside)
  return join(u32(data.length + 8), type, data)
}

/** A film whose pictures, which there are none of, last to its end. */
export const filmOf = (): Bytes => join(filmBox('ftyp', 'isom\0\0\0\0'), filmBox('moov'), u32(0), 'mdat')

/** The smallest moving picture there is, with a comment in it. */
export const gifOf = (comment = ''): Bytes =>
  join(
    'GIF89a',
    Uint8Array.of(1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255),
    ...(comment ? [Uint8Array.of(0x21, 0xfe, comment.length), comment, Uint8Array.of(0)] : []),
    Uint8Array.of(0x21, 0xff, 11),
    'NETSCAPE2.0',
    Uint8Array.of(3, 1, 0, 0, 0),
    Uint8Array.of(0x21, 0xf9, 4, 0, 10, 0, 0, 0),
    Uint8Array.of(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0),
    Uint8Array.of(0x3b),
  )

import {
  END_OF_IMAGE,
  GIF_END,
  GIF_IMAGE,
  gifBlocks,
  isFrame,
  jpegSegments,
  pngChunks,
} from './picture-parts.ts'

type PictureKind = 'png' | 'jpeg' | 'webp' | 'gif'

/**
 * What is wrong with a file that should be a picture. `drawing`: an SVG, which can run scripts. `other-kind`: a format that not
 * all browsers support. `cut-off`: the file is truncated. `too-many-pixels`: a decompression bomb.
 */
export type PictureFault = 'not-a-picture' | 'drawing' | 'other-kind' | 'cut-off' | 'too-many-pixels'

export interface Picture {
  kind: PictureKind
  /** In pixels: the largest size that the file tells of anywhere, because browsers draw its first frame as large as that is. */
  width: number
  height: number
}

/** The maximum number of pixels that are decoded: a phone camera's. */
export const maxPixels = 25_000_000

/** Identifies a picture by its bytes, not by its name or type: reads header and structure without decoding it. */
export function inspectPicture(bytes: Uint8Array): Picture | { fault: PictureFault } {
  const kind = pictureKind(bytes)
  if (!kind) return { fault: faultOf(bytes) }
  const { size, complete } = readers[kind](bytes)
  if (size && size.width * size.height > maxPixels) return { fault: 'too-many-pixels' }
  if (!size || !complete || size.width < 1 || size.height < 1) return { fault: 'cut-off' }
  return { kind, ...size }
}

/** The format by the file's signature; undefined if it is not supported. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  return /^GIF8[79]a$/u.test(ascii(bytes, 0, 6)) ? 'gif' : undefined
}

function faultOf(bytes: Uint8Array): PictureFault {
  if (/<svg[\s>]/iu.test(ascii(bytes, 0, 4096))) return 'drawing'
  const isHeifFamily = ascii(bytes, 4, 8) === 'ftyp' && /^(?:hei|hev|mif|msf|avi)/u.test(ascii(bytes, 8, 12))
  const isTiff = /^(?:II\*\0|MM\0\*)/u.test(ascii(bytes, 0, 4))
  return isHeifFamily || isTiff || ascii(bytes, 0, 2) === 'BM' ? 'other-kind' : 'not-a-picture'
}

interface Size {
  width: number
  height: number
}

interface Structure {
  size?: Size
  /** Whether the file is complete. */
  complete: boolean
}

const readers: Record<PictureKind, (bytes: Uint8Array) => Structure> = {
  png: readPng,
  jpeg: readJpeg,
  webp: readWebp,
  gif: readGif,
}

const largest = (one: Size | undefined, other: Size): Size =>
  one ? { width: Math.max(one.width, other.width), height: Math.max(one.height, other.height) } : other

function readPng(bytes: Uint8Array): Structure {
  if (ascii(bytes, 12, 16) !== 'IHDR') return { complete: false }
  const size = { width: big(bytes, 16, 4), height: big(bytes, 20, 4) }
  return { size, complete: pngChunks(bytes).some(({ type }) => type === 'IEND') }
}

function readJpeg(bytes: Uint8Array): Structure {
  const structure: Structure = { complete: false }
  for (const { marker, start } of jpegSegments(bytes)) {
    if (marker === END_OF_IMAGE) structure.complete = true
    if (isFrame(marker)) {
      const frame = { width: big(bytes, start + 7, 2), height: big(bytes, start + 5, 2) }
      structure.size = largest(structure.size, frame)
    }
  }
  return structure
}

/** A frame may reach beyond the screen that the head tells of. */
function readGif(bytes: Uint8Array): Structure {
  const screen = { width: little(bytes, 6, 2), height: little(bytes, 8, 2) }
  const extents = gifBlocks(bytes)
    .filter(({ kind }) => kind === GIF_IMAGE)
    .map(({ start }) => ({
      width: little(bytes, start + 1, 2) + little(bytes, start + 5, 2),
      height: little(bytes, start + 3, 2) + little(bytes, start + 7, 2),
    }))
  return { size: extents.reduce(largest, screen), complete: bytes.at(-1) === GIF_END }
}

function readWebp(bytes: Uint8Array): Structure {
  const complete = bytes.length >= little(bytes, 4, 4) + 8
  const head = ascii(bytes, 12, 16)
  if (head === 'VP8X')
    return { size: { width: little(bytes, 24, 3) + 1, height: little(bytes, 27, 3) + 1 }, complete }
  if (head === 'VP8L') {
    const bits = little(bytes, 21, 4)
    return { size: { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }, complete }
  }
  if (head === 'VP8 ')
    return {
      size: { width: little(bytes, 26, 2) & 0x3fff, height: little(bytes, 28, 2) & 0x3fff },
      complete,
    }
  return { complete: false }
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)
const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCodePoint(...bytes.subarray(from, Math.min(to, bytes.length)))
const big = (bytes: Uint8Array, at: number, length: number) =>
  bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0)
const little = (bytes: Uint8Array, at: number, length: number) =>
  bytes.subarray(at, at + length).reduceRight((sum, byte) => sum * 256 + byte, 0)

import {
  END_OF_IMAGE,
  GIF_END,
  GIF_IMAGE,
  gifBlocks,
  jpegSegments,
  MAX_PARTS,
  pngChunks,
  START_OF_IMAGE,
  startOfGifBlocks,
} from '#lib/pictures/picture-parts.ts'

export type UploadKind = 'png' | 'jpeg' | 'gif' | 'mp4' | 'mov'
type Bytes = Uint8Array<ArrayBuffer>

/**
 * Removes a picture's or video's metadata, such as place, time, owner and device, without re-encoding. Only parts known to matter
 * for display are kept; bytes after the end, where phones append thumbnails and videos, are removed too. Undefined for a file of more
 * parts than any camera or editor writes, and for a film that cannot be read to its end or has no pictures.
 */
export const stripMetadata = (bytes: Bytes, kind: UploadKind): Bytes | undefined => strippers[kind](bytes)

const strippers: Record<UploadKind, (bytes: Bytes) => Bytes | undefined> = {
  png: stripPng,
  jpeg: stripJpeg,
  gif: stripGif,
  mp4: stripVideo,
  mov: stripVideo,
}

const join = (parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts))
const latin1 = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)

/** The kept chunks: pixels, colours, print size, and the frames of an animation. */
const pngKept = /^(?:IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|bKGD|hIST|pHYs|acTL|fcTL|fdAT)$/u

function stripPng(bytes: Bytes): Bytes {
  const kept = pngChunks(bytes).filter(({ type }) => pngKept.test(type))
  return join([bytes.subarray(0, 8), ...kept.map(({ start, end }) => bytes.subarray(start, end))])
}

const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COMMENT = 0xfe

/** Keeps of the application segments only print size, colour profile and colour coding. */
function isJpegKept(bytes: Bytes, marker: number, start: number): boolean {
  const name = latin1(bytes, start + 4, start + 16)
  if (marker === APP0) return name.startsWith('JFIF\0')
  if (marker === APP2) return name.startsWith('ICC_PROFILE\0')
  return marker === APP14 || ((marker < APP0 || marker > APP15) && marker !== COMMENT)
}

function stripJpeg(bytes: Bytes): Bytes {
  const parts: Uint8Array[] = [Uint8Array.of(0xff, START_OF_IMAGE)]
  let orientation = 1
  for (const { marker, start, end } of jpegSegments(bytes)) {
    if (marker === APP1) orientation = readOrientation(bytes.subarray(start + 4, end)) ?? orientation
    if (isJpegKept(bytes, marker, start)) parts.push(bytes.subarray(start, end))
    if (marker === END_OF_IMAGE) break
  }
  // The orientation is kept: without it a portrait photo would be shown sideways.
  if (orientation > 1) parts.splice(1, 0, writeOrientation(orientation))
  return join(parts)
}

const EXIF = 'Exif\0\0'
const ORIENTATION = 0x0112

/** The orientation, 1 to 8, in the first directory of an Exif segment. */
function readOrientation(segment: Uint8Array): number | undefined {
  if (latin1(segment, 0, EXIF.length) !== EXIF) return undefined
  const tiff = segment.subarray(EXIF.length)
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  if (view.byteLength < 8) return undefined
  const isLittle = view.getUint16(0) === 0x4949
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > view.byteLength) return undefined
  const entries = view.getUint16(directory, isLittle)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > view.byteLength) return undefined
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue
    const value = view.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}

/** An Exif segment with only the orientation. */
function writeOrientation(orientation: number): Uint8Array {
  const segment = new DataView(new ArrayBuffer(36))
  segment.setUint16(0, 0xff00 | APP1)
  segment.setUint16(2, 34)
  new Uint8Array(segment.buffer).set(Buffer.from(EXIF, 'latin1'), 4)
  // Big-endian TIFF: its first directory at 8, with one entry, one short.
  segment.setUint32(10, 0x4d4d002a)
  segment.setUint32(14, 8)
  segment.setUint16(18, 1)
  segment.setUint16(20, ORIENTATION)
  segment.setUint16(22, 3)
  segment.setUint32(24, 1)
  segment.setUint16(28, orientation)
  return new Uint8Array(segment.buffer)
}

const GIF_CONTROL = 0xf9
const GIF_APPLICATION = 0xff

/** Keeps frames, their delays and the repetition; removes comments and application data. */
function stripGif(bytes: Bytes): Bytes | undefined {
  const blocks = gifBlocks(bytes)
  if (blocks.length === MAX_PARTS) return undefined
  const kept = blocks.filter(({ kind, label, start }) => {
    const repeats =
      label === GIF_APPLICATION &&
      /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/u.test(latin1(bytes, start + 3, start + 14))
    return kind === GIF_IMAGE || label === GIF_CONTROL || repeats
  })
  return join([
    bytes.subarray(0, startOfGifBlocks(bytes)),
    ...kept.map(({ start, end }) => bytes.subarray(start, end)),
    Uint8Array.of(GIF_END),
  ])
}

/** Boxes that contain only other boxes, among them metadata. */
const containerBoxes = /^(?:moov|trak|mdia|minf|edts|moof|traf)$/u
/** Metadata of phones and editors: Apple's and Android's place, model and time, and XMP. */
const metadataBoxes = /^(?:udta|meta|uuid|loci|XMP_)$/u

/** The most boxes of a film that are read: five minutes in fragments of one frame each have fewer. */
const MAX_BOXES = 100_000
/** Boxes that contain boxes are four deep at most in real films. */
const MAX_DEPTH = 8

/**
 * Replaces metadata boxes by free space: a video's tables contain byte positions, so nothing may move. Recording times in the
 * headers are cleared.
 */
function stripVideo(bytes: Bytes): Bytes | undefined {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  let boxes = 0
  let hasPictures = false
  /** False if there are too many boxes, some are too deep, or one does not fit: what is behind it could not be read. */
  const walk = (from: number, to: number, depth: number): boolean => {
    if (depth > MAX_DEPTH) return false
    for (let at = from; at + 8 <= to;) {
      boxes += 1
      if (boxes > MAX_BOXES) return false
      const type = latin1(copy, at + 4, at + 8)
      const short = view.getUint32(at)
      const head = short === 1 ? 16 : 8
      if (at + head > to) return false
      const size =
        short === 0 && type === 'mdat' ? to - at : short === 1 ? Number(view.getBigUint64(at + 8)) : short
      const end = at + size
      if (size < head || end > to) return false
      hasPictures ||= type === 'moov' || type === 'moof'
      if (metadataBoxes.test(type)) {
        copy.set(Buffer.from('free'), at + 4)
        copy.fill(0, at + head, end)
      } else if (containerBoxes.test(type)) {
        if (!walk(at + head, end, depth + 1)) return false
      } else if (/^(?:mvhd|tkhd|mdhd)$/u.test(type) && end >= at + head + 20)
        // Created and changed: two numbers of 32 bits, or of 64 in version 1.
        copy.fill(0, at + head + 4, at + head + (copy[at + head] === 1 ? 20 : 12))
      at = end
    }
    return true
  }
  return walk(0, copy.byteLength, 0) && hasPictures ? copy : undefined
}

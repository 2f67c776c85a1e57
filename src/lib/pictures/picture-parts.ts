/** A part of a file, from its first byte to before `end`. */
interface Part {
  start: number
  end: number
}

/**
 * The most parts of a picture that are read. A JPEG of a camera has fewer than 1,000 segments, a PNG of 12 MiB in chunks of 4 KiB has
 * 3,072, and an animation has two blocks for each frame. A file of millions of empty parts would take seconds and gigabytes.
 */
export const MAX_PARTS = 20_000

interface PngChunk extends Part {
  /** Four letters, such as `IDAT`. */
  type: string
}

/**
 * The complete chunks of a PNG in their order up to `IEND`, or up to the most that are read; bytes after that do not belong to the
 * picture.
 */
export function pngChunks(bytes: Uint8Array): PngChunk[] {
  const view = viewOf(bytes)
  const chunks: PngChunk[] = []
  let start = 8
  while (start + 12 <= bytes.length && chunks.length < MAX_PARTS) {
    const end = start + 12 + view.getUint32(start)
    if (end > bytes.length) break
    const type = String.fromCodePoint(...bytes.subarray(start + 4, start + 8))
    chunks.push({ type, start, end })
    if (type === 'IEND') break
    start = end
  }
  return chunks
}

export interface JpegSegment extends Part {
  /** The byte after FF. */
  marker: number
}

export const START_OF_IMAGE = 0xd8
export const END_OF_IMAGE = 0xd9
export const START_OF_SCAN = 0xda
/** Whether the marker is a frame header of any kind of JPEG; C4, C8 and CC are not. */
export const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= START_OF_IMAGE)

/**
 * The segments of a JPEG in their order, a scan's with its data, up to the end of the image, the first invalid one, or the most that are
 * read. Markers that stand alone are left out, except the end of the image.
 */
export function jpegSegments(bytes: Uint8Array): JpegSegment[] {
  const view = viewOf(bytes)
  const segments: JpegSegment[] = []
  let start = 0
  while (start + 2 <= bytes.length && bytes[start] === 0xff && segments.length < MAX_PARTS) {
    const marker = bytes[start + 1] ?? 0
    if (marker === 0xff || standsAlone(marker)) {
      start += marker === 0xff ? 1 : 2
      continue
    }
    let end = start + 2
    if (marker !== END_OF_IMAGE) {
      if (start + 4 > bytes.length) break
      end += Math.max(2, view.getUint16(start + 2))
    }
    if (marker === START_OF_SCAN) end = afterScan(bytes, end)
    if (end > bytes.length) break
    segments.push({ marker, start, end })
    if (marker === END_OF_IMAGE) break
    start = end
  }
  return segments
}

/**
 * The next marker after a scan's data, in which FF occurs only before 00 or a restart marker. Byte by byte: `indexOf` is slow where
 * every second byte is FF.
 */
function afterScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at += 1
  }
  return bytes.length
}

interface GifBlock extends Part {
  /** The first byte: `GIF_IMAGE` or `GIF_EXTENSION`. */
  kind: number
  /** The second byte, which tells an extension's kind. */
  label: number
}

export const GIF_IMAGE = 0x2c
const GIF_EXTENSION = 0x21
export const GIF_END = 0x3b

/** Where the blocks of a GIF begin, behind its head and its table of colours. */
export const startOfGifBlocks = (bytes: Uint8Array): number => 13 + colourTable(bytes, 10)

/** The blocks of a GIF in their order, up to its end, the first invalid one, or the most that are read. */
export function gifBlocks(bytes: Uint8Array): GifBlock[] {
  const afterData = (from: number) => {
    let at = from
    while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1
    return at + 1
  }
  const blocks: GifBlock[] = []
  let start = startOfGifBlocks(bytes)
  while (start < bytes.length && blocks.length < MAX_PARTS) {
    const [kind = 0, label = 0] = bytes.subarray(start, start + 2)
    if (kind !== GIF_IMAGE && kind !== GIF_EXTENSION) break
    const end = afterData(kind === GIF_IMAGE ? start + 11 + colourTable(bytes, start + 9) : start + 2)
    blocks.push({ kind, label, start, end })
    start = end
  }
  return blocks
}

/** The bytes of the table of colours that these flags of a GIF tell of. */
function colourTable(bytes: Uint8Array, at: number): number {
  const flags = bytes[at] ?? 0
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

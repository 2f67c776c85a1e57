/** A part of a file, from its first byte to before `end`. */
interface Part {
  start: number
  end: number
}

export interface PngChunk extends Part {
  /** Four letters, such as `IDAT`. */
  type: string
}

/** The complete chunks of a PNG in their order up to `IEND`; bytes after that do not belong to the picture. */
export function pngChunks(bytes: Uint8Array): PngChunk[] {
  const view = viewOf(bytes)
  const chunks: PngChunk[] = []
  let start = 8
  while (start + 12 <= bytes.length) {
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

export const START_OF_SCAN = 0xda
export const END_OF_IMAGE = 0xd9
/** Whether the marker is a frame header of any kind of JPEG; C4, C8 and CC are not. */
export const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)

/** The segments of a JPEG in their order, a scan's with its data, up to the end of the image or the first invalid one. */
export function jpegSegments(bytes: Uint8Array): JpegSegment[] {
  const view = viewOf(bytes)
  const segments: JpegSegment[] = []
  let start = 0
  while (start + 2 <= bytes.length && bytes[start] === 0xff) {
    const marker = bytes[start + 1] ?? 0
    if (marker === 0xff) {
      start += 1
      continue
    }
    let end = start + 2
    if (!standsAlone(marker)) {
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

/** The next marker after a scan's data, in which FF occurs only before 00 or a restart marker. */
function afterScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at = bytes.indexOf(0xff, at + 2)
  }
  return bytes.length
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

import { maxPixels, pictureKind } from '#lib/pictures/picture.ts'
import { isFrame, type JpegSegment, jpegSegments, START_OF_SCAN } from '#lib/pictures/picture-parts.ts'

/** The maximum memory of a decoder, in bytes: for a progressive photo with the most pixels and no subsampling. */
const MAX_HELD = maxPixels * 6
/** The maximum number of scans of a JPEG, each of which may process all pixels again; cameras and editors write about ten. */
const MAX_SCANS = 100

/** Whether decoding costs no more than an ordinary photo's, by the headers of an inspected PNG or JPEG, without decoding. */
export function isCheapToDecode(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return pictureKind(bytes) === 'png' ? heldOfPng(view) <= MAX_HELD : isCheapJpeg(bytes, view)
}

/** Samples per pixel by colour type. */
const pngSamples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** The memory for a PNG: an interlaced one is assembled in memory, any other decoded row by row. */
function heldOfPng(view: DataView): number {
  const [depth, colour, interlace] = [view.getUint8(24), view.getUint8(25), view.getUint8(28)]
  const pixels = view.getUint32(16) * (interlace === 0 ? 1 : view.getUint32(20))
  return (pixels * depth * (pngSamples[colour] ?? Infinity)) / 8
}

const isProgressive = (frame: number) => (frame & 3) === 2

function isCheapJpeg(bytes: Uint8Array, view: DataView): boolean {
  const segments = jpegSegments(bytes)
  const scans = segments.filter(({ marker }) => marker === START_OF_SCAN).length
  const frames = segments.filter(({ marker }) => isFrame(marker))
  const isBuffered = scans > 1 || frames.some(({ marker }) => isProgressive(marker))
  const held = frames.reduce((sum, frame) => sum + coefficientBytes(view, frame), 0)
  return scans <= MAX_SCANS && !(isBuffered && held > MAX_HELD)
}

/** The memory for a progressive JPEG: two bytes for each sample of each component until the last scan. */
function coefficientBytes(view: DataView, { start, end }: JpegSegment): number {
  // No room for a single component.
  if (end - start < 13) return Infinity
  const pixels = view.getUint16(start + 5) * view.getUint16(start + 7)
  const samplings = []
  for (let at = start + 11; at < end; at += 3)
    samplings.push((view.getUint8(at) >> 4) * (view.getUint8(at) & 15))
  const largest = Math.max(1, ...samplings)
  return samplings.reduce((sum, sampling) => sum + (pixels * 2 * sampling) / largest, 0)
}

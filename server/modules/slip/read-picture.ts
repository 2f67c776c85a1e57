import { pathToFileURL } from 'node:url'
import { decode } from 'jpeg-js'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import { maxPixels, pictureKind } from '#lib/picture.ts'

/** `broken`: the picture cannot be unpacked. `none`: there is no QR on it. */
export type PictureReading = { text: string } | { problem: 'broken' | 'none' }

interface Pixels {
  width: number
  height: number
  /** RGBA. */
  data: Uint8Array
}

/** A code is found best where its modules are a few pixels wide: a large photo is tried small first. */
const edges = [1000, 1800]
// As a module of the old kind, it is its own default.
const findQr = 'default' in jsqr ? (jsqr.default as typeof jsqr) : jsqr

/** The text of the QR on a PNG or JPEG, which must have been inspected before: unpacking takes four bytes a pixel. */
export function readPicture(bytes: Uint8Array): PictureReading {
  let picture: Pixels
  try {
    picture = unpack(bytes)
  } catch {
    return { problem: 'broken' }
  }
  const longest = Math.max(picture.width, picture.height)
  for (const edge of [...edges.filter((one) => one < longest), Math.min(longest, edges.at(-1) ?? 0)]) {
    const { data, width, height } = shrink(picture, edge / longest)
    const options = { inversionAttempts: 'dontInvert' } as const
    const text = findQr(new Uint8ClampedArray(data.buffer), width, height, options)?.data
    if (text) return { text }
  }
  return { problem: 'none' }
}

function unpack(bytes: Uint8Array): Pixels {
  if (pictureKind(bytes) === 'png') return PNG.sync.read(Buffer.from(bytes))
  const limits = { maxResolutionInMP: maxPixels / 1e6, maxMemoryUsageInMB: 1024 }
  return decode(bytes, { useTArray: true, tolerantDecoding: false, ...limits })
}

/** Averages blocks of pixels, so that thin lines turn grey instead of getting lost. */
function shrink({ width, height, data }: Pixels, scale: number): Pixels {
  const small = {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  }
  const out = new Uint8Array(small.width * small.height * 4)
  for (let y = 0; y < small.height; y += 1) {
    const [top, bottom] = span(y, small.height, height)
    for (let x = 0; x < small.width; x += 1) {
      const [left, right] = span(x, small.width, width)
      let sum = 0
      for (let row = top; row < bottom; row += 1)
        for (let at = (row * width + left) * 4; at < (row * width + right) * 4; at += 4)
          sum += (data[at] ?? 0) * 0.299 + (data[at + 1] ?? 0) * 0.587 + (data[at + 2] ?? 0) * 0.114
      const grey = Math.round(sum / ((bottom - top) * (right - left)))
      out.set([grey, grey, grey, 255], (y * small.width + x) * 4)
    }
  }
  return { ...small, data: out }
}

const span = (at: number, of: number, length: number): [from: number, to: number] => {
  const from = Math.floor((at * length) / of)
  return [from, Math.max(from + 1, Math.floor(((at + 1) * length) / of))]
}

// Forked, it reads picture after picture until nobody is there to ask.
if (process.send && import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.on('message', (bytes) => process.send?.(readPicture(bytes as Uint8Array)))
  process.on('disconnect', () => process.exit())
}

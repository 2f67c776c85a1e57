// Reads the QR on one picture: PNG or JPEG on standard input; on standard output a line `ready`, then `{ "text" }` or
// `{ "problem" }` as JSON. A process of its own for each picture, started by read-qr.ts under limits of the operating system.
// Plain JavaScript, because a loader of TypeScript would take more time and memory than the picture.
import { buffer } from 'node:stream/consumers'
import jsqr from 'jsqr'
import sharp from 'sharp'

/** A code is found best where its modules are a few pixels wide: a large photo is tried small first. */
const edges = [1000, 1800]
const largest = 1800
// As a module of the old kind, it is its own default.
const findQr = jsqr.default ?? jsqr

sharp.cache(false)
sharp.concurrency(1)
// Whatever a file calls itself, only these two of the library's many decoders can be reached.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })

/** Grey pixels, no longer than `edge` at its longest side; rejects where the picture cannot be decoded. */
const shrink = (picture, edge) =>
  picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })

/** As jsQR wants them: four bytes a pixel. */
function asRgba(grey) {
  const rgba = new Uint8ClampedArray(grey.length * 4)
  for (let at = 0; at < grey.length; at += 1) rgba.fill(grey[at], at * 4, at * 4 + 4)
  return rgba
}

function findText(rgba, { width, height }) {
  try {
    return findQr(rgba, width, height, { inversionAttempts: 'dontInvert' })?.data
  } catch {
    // jsQR stumbles over some patterns that only look like a code.
    return undefined
  }
}

async function readQr(bytes) {
  let full
  try {
    // What its caller bounds, the number of pixels, is not bounded again.
    const options = { limitInputPixels: false, sequentialRead: true, failOn: 'error' }
    full = await shrink(sharp(bytes, options).flatten({ background: '#fff' }), largest)
  } catch {
    return { problem: 'broken' }
  }
  const { width, height, channels } = full.info
  const longest = Math.max(width, height)
  for (const edge of [...edges.filter((one) => one < longest), longest]) {
    const { data, info } =
      edge === longest ? full : await shrink(sharp(full.data, { raw: { width, height, channels } }), edge)
    const text = findText(asRgba(data), info)
    if (text) return { text }
  }
  return { problem: 'none' }
}

// All is loaded that does not depend on the picture.
process.stdout.write('ready\n')
process.stdout.write(JSON.stringify(await readQr(await buffer(process.stdin))))

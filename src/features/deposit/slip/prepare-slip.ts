import { inspectPicture, type Picture, type PictureFault } from '#lib/picture.ts'
import { drawPicture } from './draw-picture.ts'
import { hasSlipQr } from './find-slip-qr.ts'

const MIB = 2 ** 20
/** What the server takes. */
const heaviest = 12 * MIB
/** What is not worth the work of making it smaller. */
const lightEnough = MIB
/** More than this no browser should be asked to hold. */
const unreadable = 100 * MIB
/** Longest sides to try, in pixels, while the QR can still be read afterwards. */
const edges = [1600, 2400]

export type SlipFault = PictureFault | 'empty' | 'too-heavy'

export interface PreparedSlip {
  /** What is to be sent. */
  file: Blob
  hasQr: boolean | undefined
}

/**
 * Makes a chosen file ready to be sent: checked by its bytes, and made smaller where the QR survives that. A photo whose QR
 * does not goes as it is.
 */
export async function prepareSlip(file: Blob): Promise<PreparedSlip | { fault: SlipFault }> {
  if (file.size === 0) return { fault: 'empty' }
  if (file.size > unreadable) return { fault: 'too-heavy' }
  const inspected = inspectPicture(new Uint8Array(await file.arrayBuffer()))
  if ('fault' in inspected) return inspected
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file)
  } catch {
    return { fault: 'cut-off' }
  }
  try {
    const hasQr = await hasSlipQr(picture)
    const smaller = await lighter(file, inspected, picture, hasQr)
    return smaller.size > heaviest ? { fault: 'too-heavy' } : { file: smaller, hasQr }
  } finally {
    picture.close()
  }
}

async function lighter(
  file: Blob,
  { kind }: Picture,
  picture: ImageBitmap,
  hasQr: boolean | undefined,
): Promise<Blob> {
  const isTaken = kind === 'png' || kind === 'jpeg'
  if (isTaken && file.size <= lightEnough) return file
  if (hasQr) {
    const longest = Math.max(picture.width, picture.height)
    for (const edge of edges) {
      const shrunk = await redrawn(picture, Math.min(1, edge / longest))
      if (shrunk.size < file.size && (await stillReads(shrunk))) return shrunk
      if (edge >= longest) break
    }
  }
  return isTaken ? file : redrawn(picture, 1)
}

async function stillReads(blob: Blob): Promise<boolean | undefined> {
  const picture = await createImageBitmap(blob)
  try {
    return await hasSlipQr(picture)
  } finally {
    picture.close()
  }
}

function redrawn(picture: ImageBitmap, scale: number): Promise<Blob> {
  const { canvas } = drawPicture(picture, scale)
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('No picture')))
    canvas.toBlob(done, 'image/jpeg', 0.86)
  })
}

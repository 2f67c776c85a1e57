import { uploadSlip } from '#api/contract/slip.ts'
import { pictureOf } from '#lib/pictures/canvas-picture.ts'
import { inspectPicture, type Picture, type PictureFault } from '#lib/pictures/picture.ts'
import { drawPicture } from './draw-picture.ts'
import { hasSlipQr } from './find-slip-qr.ts'

const MIB = 2 ** 20
/** Up to this size, in bytes, shrinking is not worth the work. */
const smallEnough = MIB
/** Larger files, in bytes, are not even loaded into memory. */
const maxReadable = 100 * MIB
/** Longest sides to try when shrinking, in pixels. */
const edges = [1600, 2400]

export type SlipFault = PictureFault | 'empty' | 'too-heavy'

export interface PreparedSlip {
  /** The file to send. */
  file: Blob
  hasQr: boolean | undefined
}

/**
 * Checks a chosen file by its bytes, and shrinks it if its QR stays readable. A photo whose QR does not is sent unchanged.
 */
export async function prepareSlip(file: Blob): Promise<PreparedSlip | { fault: SlipFault }> {
  if (file.size === 0) return { fault: 'empty' }
  if (file.size > maxReadable) return { fault: 'too-heavy' }
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
    const smaller = await shrink(file, inspected, picture, hasQr)
    return smaller.size > uploadSlip.upload ? { fault: 'too-heavy' } : { file: smaller, hasQr }
  } finally {
    picture.close()
  }
}

async function shrink(
  file: Blob,
  { kind }: Picture,
  picture: ImageBitmap,
  hasQr: boolean | undefined,
): Promise<Blob> {
  const isAccepted = kind === 'png' || kind === 'jpeg'
  if (isAccepted && file.size <= smallEnough) return file
  if (hasQr) {
    const longest = Math.max(picture.width, picture.height)
    for (const edge of edges) {
      const shrunk = await reencode(picture, Math.min(1, edge / longest))
      if (shrunk.size < file.size && (await hasReadableQr(shrunk))) return shrunk
      if (edge >= longest) break
    }
  }
  return isAccepted ? file : reencode(picture, 1)
}

async function hasReadableQr(blob: Blob): Promise<boolean | undefined> {
  const picture = await createImageBitmap(blob)
  try {
    return await hasSlipQr(picture)
  } finally {
    picture.close()
  }
}

function reencode(picture: ImageBitmap, scale: number): Promise<Blob> {
  return pictureOf(drawPicture(picture, scale).canvas, 'image/jpeg', 0.86)
}

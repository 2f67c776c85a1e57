import { readSlipQr } from '#lib/slip-qr.ts'
import { drawPicture } from './draw-picture.ts'

interface Detector {
  detect(source: ImageBitmap): Promise<{ rawValue: string }[]>
}
type DetectorClass = (new (options: { formats: string[] }) => Detector) & {
  getSupportedFormats(): Promise<string[]>
}

/** A photo is tried small first: a code is found best where its squares are a few pixels wide. */
const edges = [1000, 1800]

/** Whether the picture carries the QR of a slip, as far as this phone can tell. */
export async function hasSlipQr(picture: ImageBitmap): Promise<boolean> {
  for await (const text of textsOn(picture)) {
    if (readSlipQr(text) !== null) return true
  }
  return false
}

async function* textsOn(picture: ImageBitmap): AsyncGenerator<string> {
  const detector = await nativeDetector()
  if (detector) {
    const found = await detector.detect(picture).catch(() => [])
    yield* found.map(({ rawValue }) => rawValue)
    // Some phones have the detector without what it needs to detect anything.
    if (found.length > 0) return
  }
  const { default: find } = await import('jsqr')
  for (const edge of edges) {
    const { data, width, height } = pixelsOf(picture, edge)
    const text = find(data, width, height)?.data
    if (text) yield text
    if (Math.max(picture.width, picture.height) <= edge) return
  }
}

async function nativeDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return undefined
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined
}

function pixelsOf(picture: ImageBitmap, edge: number): ImageData {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height))
  const { canvas, context } = drawPicture(picture, scale)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

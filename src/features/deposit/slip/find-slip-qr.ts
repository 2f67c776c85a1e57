import { readSlipQr } from '#lib/payments/slip-qr.ts'
import { ownScript } from '#lib/device/trusted-types.ts'
import { drawPicture } from './draw-picture.ts'
import type { QrText } from './qr-worker.ts'

interface Detector {
  detect(source: ImageBitmap): Promise<{ rawValue: string }[]>
}
type DetectorClass = (new (options: { formats: string[] }) => Detector) & {
  getSupportedFormats(): Promise<string[]>
}

/** Longest sides to try, in pixels, smallest first: a code is found best when its modules are a few pixels wide. */
const edges = [1000, 1800]
/** A picture on which nothing was found by then counts as one without a code, in ms. */
const timeoutMs = 12_000

/** Whether this phone finds the QR of a slip on the picture. Undefined if the QR reader could not be loaded. */
export async function hasSlipQr(picture: ImageBitmap): Promise<boolean | undefined> {
  try {
    for await (const text of textsOn(picture)) {
      if (readSlipQr(text) !== null) return true
    }
    return false
  } catch {
    return undefined
  }
}

async function* textsOn(picture: ImageBitmap): AsyncGenerator<string> {
  const detector = await nativeDetector()
  if (detector) {
    const found = await detector.detect(picture).catch(() => [])
    yield* found.map(({ rawValue }) => rawValue)
    // Some phones have BarcodeDetector without the component that it needs.
    if (found.length > 0) return
  }
  const { default: address } = await import('./qr-worker.ts?worker&url')
  const worker = new Worker(ownScript(address), { type: 'module' })
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    for (const edge of edges) {
      const text = await readQr(worker, pixelsOf(picture, edge), timeout)
      if (text) yield text
      if (Math.max(picture.width, picture.height) <= edge || timeout.aborted) return
    }
  } finally {
    worker.terminate()
  }
}

/** The text of the code; '' if there is none, or none was found in time. */
function readQr(worker: Worker, pixels: ImageData, timeout: AbortSignal): Promise<QrText> {
  return new Promise((resolve, reject) => {
    const nothing = () => resolve('')
    timeout.addEventListener('abort', nothing, { once: true })
    // The reader's file could not be loaded: offline, or removed by a release.
    worker.addEventListener('error', () => reject(new Error('The picture could not be read')), { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<QrText>) => resolve(data), { once: true })
    worker.postMessage(pixels, [pixels.data.buffer])
  })
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

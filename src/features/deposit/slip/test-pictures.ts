import { create } from 'qrcode/lib/core/qrcode.js'
import { pictureOf } from '#lib/pictures/canvas-picture.ts'
import { writeSlipQr } from '#lib/payments/slip-qr.ts'

export const slipText = writeSlipQr({ bankNo: '014', reference: '202601021234AbCdEfGh12345' })

interface Drawing {
  width: number
  height: number
  /** The text of the QR; without it none is drawn. */
  text?: string
  /** The edge of one module of the code, in pixels. */
  module?: number
  type?: string
}

/** Draws a picture like a phone's photo: noise that does not compress, and optionally a QR. */
export function draw({ width, height, text, module = 6, type = 'image/png' }: Drawing): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  const grain = context.createImageData(width, height)
  for (let at = 0; at < grain.data.length; at += 1)
    grain.data[at] = at % 4 === 3 ? 255 : 215 + Math.random() * 20
  context.putImageData(grain, 0, 0)
  if (text) drawCode(context, text, module)
  return pictureOf(canvas, type, 0.95)
}

function drawCode(context: CanvasRenderingContext2D, text: string, module: number): void {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const [left, top] = [context.canvas.width / 3, context.canvas.height / 2].map((at) => Math.floor(at))
  context.fillStyle = 'white'
  context.fillRect(
    (left ?? 0) - 4 * module,
    (top ?? 0) - 4 * module,
    (size + 8) * module,
    (size + 8) * module,
  )
  context.fillStyle = 'black'
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [at % size, Math.floor(at / size)]
    if (data[at]) context.fillRect((left ?? 0) + x * module, (top ?? 0) + y * module, module, module)
  }
}

/** A copy of the file with other bytes at a position. */
export async function patched(file: Blob, at: number, bytes: readonly number[]): Promise<Blob> {
  const copy = new Uint8Array(await file.arrayBuffer())
  copy.set(bytes, at)
  return new Blob([copy])
}

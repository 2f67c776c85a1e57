import { PNG } from 'pngjs'
import { create } from 'qrcode'

const width = 720
const height = 1080
const module = 8
const quiet = 4 * module
const colours = {
  paper: [255, 255, 255],
  jade: [31, 157, 120],
  line: [220, 226, 232],
  ink: [0, 0, 0],
} as const

/** A PNG such as a bank's app shows after a transfer, with this text as its QR. */
export function drawSlip(payload: string): Uint8Array<ArrayBuffer> {
  const picture = new PNG({ width, height })
  const fill = (colour: keyof typeof colours, x: number, y: number, wide: number, high: number) => {
    for (let row = y; row < y + high; row += 1)
      for (let at = (row * width + x) * 4; at < (row * width + x + wide) * 4; at += 4)
        picture.data.set([...colours[colour], 255], at)
  }
  fill('paper', 0, 0, width, height)
  fill('jade', 0, 0, width, 160)
  for (const y of [240, 320, 440, 520]) fill('line', 60, y, y % 80 === 0 ? 480 : 600, 28)

  const { size, data } = create(payload, { errorCorrectionLevel: 'M' }).modules
  const left = width - size * module - quiet
  const top = height - size * module - quiet
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1)
      if (data[row * size + column]) fill('ink', left + column * module, top + row * module, module, module)
  return new Uint8Array(PNG.sync.write(picture))
}

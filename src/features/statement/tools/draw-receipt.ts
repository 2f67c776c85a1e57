import { petal } from '#lib/pictures/petal.ts'
import { type Ink, layOut, type Measure, type Receipt, type ReceiptLayout } from './receipt-layout.ts'

/** Pixels per CSS pixel: sharp on every phone, and still a small file. */
const ratio = 3

const tokens = {
  ink: '--ink',
  soft: '--ink-soft',
  onBrand: '--on-brand',
  onBrandSoft: '--on-brand-soft',
  done: '--jade',
  failed: '--coral',
  waiting: '--sky',
  ground: '--surface',
  line: '--line',
  brand: '--brand',
  brandDeep: '--brand-deep',
} as const satisfies Record<Ink | 'ground' | 'line' | 'brand' | 'brandDeep', string>
type Colours = Record<keyof typeof tokens, string>

/** The app's own colours as a canvas takes them, of the day: a receipt is read like paper. */
function readColours(): Colours {
  const probe = document.createElement('i')
  probe.style.colorScheme = 'light'
  document.body.append(probe)
  const read = Object.entries(tokens).map(([name, token]) => {
    probe.style.color = `var(${token})`
    return [name, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return Object.fromEntries(read) as Colours
}

interface DrawnReceipt {
  canvas: HTMLCanvasElement
  layout: ReceiptLayout
}

/** Draws a receipt in the app's type and colours. */
export function drawReceipt(receipt: Receipt): DrawnReceipt {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  // A detached canvas has no language of its own, and some fonts draw by it.
  canvas.lang = receipt.lang
  const family = getComputedStyle(document.body).fontFamily
  const setFont = (size: number, isStrong: boolean) => {
    context.font = `${isStrong ? 600 : 400} ${size}px ${family}`
  }
  const measure: Measure = (text, size, isStrong) => {
    setFont(size, isStrong)
    return context.measureText(text).width
  }
  const layout = layOut(receipt, measure)
  const { width, height, head } = layout
  canvas.width = width * ratio
  canvas.height = Math.ceil(height) * ratio
  const colours = readColours()
  context.scale(ratio, ratio)
  context.fillStyle = colours.ground
  context.fillRect(0, 0, width, height)
  const brand = context.createLinearGradient(0, 0, 0, head)
  brand.addColorStop(0, colours.brand)
  brand.addColorStop(1, colours.brandDeep)
  context.fillStyle = brand
  context.fillRect(0, 0, width, head)
  drawFlower(context, width / 2, 46)
  context.fillStyle = colours.line
  for (const at of layout.rules) context.fillRect(24, at, width - 48, 1)
  for (const line of layout.lines) {
    setFont(line.size, line.isStrong)
    context.textAlign = line.align
    context.textBaseline = 'alphabetic'
    context.fillStyle = colours[line.ink]
    // The middle of the ink stands in the middle of the line, whatever stands above and below its letters.
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = context.measureText(line.text)
    context.fillText(line.text, line.x, line.top + line.height / 2 + (up - down) / 2)
  }
  return { canvas, layout }
}

/** The champa, its petals each over its neighbour. */
function drawFlower(context: CanvasRenderingContext2D, x: number, y: number): void {
  const fill = context.createRadialGradient(0, 0, 0, 0, 0, 60)
  fill.addColorStop(0.1, '#f4ae2a')
  fill.addColorStop(0.75, '#fffdf8')
  context.save()
  context.translate(x, y)
  context.scale(0.5, 0.5)
  const outline = new Path2D(petal)
  context.fillStyle = fill
  context.strokeStyle = '#c28a2e'
  context.lineWidth = 2
  for (let turn = 0; turn < 5; turn += 1) {
    // The rule takes a canvas for an array.
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type
    context.fill(outline)
    context.stroke(outline)
    context.rotate((2 * Math.PI) / 5)
  }
  context.restore()
}

import type { Slice } from '#api/contract/spinwheel.ts'
import { cssColour, paintedColours, type SliceColours, sliceColours } from './wheel-colours.ts'
import { isTurnedOver, labelTurn, labelWay, outline, sliceAngle, TURN } from './wheel-geometry.ts'
import { fitLabel, type FittedLabel, LEADING, linesOf, type Measure } from './wheel-label.ts'

export interface WheelLook {
  /** In CSS pixels, with the screen's pixels per CSS pixel. */
  size: number
  ratio: number
  /** Where the wheel rests or will rest: labels are upright there. */
  angle: number
  /** The slice that keeps its colours while the others fade. */
  winner: number | null
}

interface DrawnSlice extends SliceColours {
  fit: (isTurnedOver: boolean) => FittedLabel
}

const EDGE = 'rgb(15 33 72 / 0.35)'
const FADED = 0.28
/** The size at which labels are measured. */
const MEASURED = 20
/** The baseline's distance below a line's middle, in em: half an em would be too low for most scripts. */
const BASELINE = 0.34

/** Prepares a wheel's colours and labels once, to be drawn at any size and angle. */
export function wheelPainter(slices: readonly Slice[], fontFamily: string) {
  const read = paintedColours()
  const ink = document.createElement('canvas').getContext('2d')
  // At one size: each further size of a font takes the browser a while.
  if (ink) ink.font = fontOf(MEASURED, fontFamily)
  const measure: Measure = (text) => (ink ? ink.measureText(text).width / MEASURED : Infinity)
  const drawn = slices.map((slice, index): DrawnSlice => {
    const fit = (isTurnedOver: boolean) =>
      fitLabel(slice.label, { ...outline, count: slices.length, isTurnedOver, measure })
    const fits = new Map<boolean, FittedLabel>()
    return {
      ...sliceColours(slice, index, read),
      fit(over) {
        const fitted = fits.get(over) ?? fit(over)
        fits.set(over, fitted)
        return fitted
      },
    }
  })
  return (canvas: HTMLCanvasElement, look: WheelLook) => drawWheel(canvas, look, drawn, fontFamily)
}
export type WheelPainter = ReturnType<typeof wheelPainter>

const fontOf = (size: number, family: string) => `600 ${size}px ${family}`

function drawWheel(
  canvas: HTMLCanvasElement,
  { size, ratio, angle, winner }: WheelLook,
  slices: readonly DrawnSlice[],
  family: string,
): void {
  const pixels = Math.round(size * ratio)
  canvas.width = pixels
  canvas.height = pixels
  const ink = canvas.getContext('2d')
  if (!ink) return
  const scale = pixels / outline.box
  for (const [index, slice] of slices.entries()) {
    const at = sliceAngle(angle, index, slices.length)
    ink.setTransform(scale, 0, 0, scale, pixels / 2, pixels / 2)
    ink.globalAlpha = winner === null || winner === index ? 1 : FADED
    drawSlice(ink, slice, at, slices.length)
    drawLabel(ink, slice, at, slices.length, family)
  }
}

function drawSlice(ink: CanvasRenderingContext2D, { ground }: DrawnSlice, at: number, count: number): void {
  const [top, half] = [at - TURN / 4, TURN / 2 / count]
  ink.beginPath()
  if (count > 1) ink.moveTo(0, 0)
  ink.arc(0, 0, outline.face, top - half, top + half)
  ink.closePath()
  ink.fillStyle = cssColour(ground)
  ink.fill()
  ink.strokeStyle = EDGE
  ink.lineWidth = 1
  ink.stroke()
}

function drawLabel(
  ink: CanvasRenderingContext2D,
  slice: DrawnSlice,
  at: number,
  count: number,
  family: string,
): void {
  const way = labelWay(count)
  const over = isTurnedOver(way, at)
  const { lines, size } = slice.fit(over)
  const places = linesOf(way, lines.length, size, { ...outline, count, isTurnedOver: over })
  ink.rotate(labelTurn(way, at))
  ink.fillStyle = cssColour(slice.ink)
  ink.font = fontOf(size, family)
  ink.textAlign = way === 'across' ? 'center' : over ? 'left' : 'right'
  ink.textBaseline = 'alphabetic'
  for (const [index, line] of lines.entries()) {
    const away = places[index]?.at ?? 0
    if (way === 'across') ink.fillText(line, 0, (over ? away : -away) + BASELINE * size)
    else {
      const below = (index - (lines.length - 1) / 2) * size * LEADING
      ink.fillText(line, over ? -away : away, below + BASELINE * size)
    }
  }
}

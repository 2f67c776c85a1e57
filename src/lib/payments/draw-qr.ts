import { create } from 'qrcode/lib/core/qrcode.js'
import { petal } from '#lib/pictures/petal.ts'

/** Scanners need four light modules around a code. */
const quietZone = 4

/** The share of the code's edge that the flower's disc takes. Error correction H still reads a code with three times its area gone. */
const discShare = 0.2

const turns = [0, 72, 144, 216, 288]

/** The text as a QR code with the champa in its centre: SVG markup, one unit per module, black on white in both themes. */
export function drawQr(text: string): string {
  const { size, data } = create(text, { errorCorrectionLevel: 'H' }).modules
  const edge = size + quietZone * 2
  const rows = Array.from({ length: size }, (_, y) => drawRow(data.subarray(y * size, (y + 1) * size), y))
  const from = -quietZone
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="${from} ${from} ${edge} ${edge}">`,
    `<path fill="#fff" d="M${from} ${from}h${edge}v${edge}h-${edge}z"/>`,
    `<path shape-rendering="crispEdges" d="${rows.join('')}"/>`,
    drawFlower(size / 2, (size * discShare) / 2),
    '</svg>',
  ].join('')
}

/** Draws each run of dark modules as one bar. */
function drawRow(row: Uint8Array, y: number): string {
  const bits = Array.from(row).join('')
  return bits.replaceAll(/1+|0+/gu, (run, x: number) =>
    run.startsWith('1') ? `M${x} ${y}h${run.length}v1h-${run.length}z` : '',
  )
}

/** The flower on a disc of the brand's blue, one white module around it. */
function drawFlower(centre: number, radius: number): string {
  const petals = turns.map((turn) => `<path d="${petal}" transform="rotate(${turn})"/>`)
  return [
    '<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="60"><stop offset=".1" stop-color="#f4ae2a"/><stop offset=".75" stop-color="#fffdf8"/></radialGradient>',
    `<circle cx="${centre}" cy="${centre}" r="${radius + 1}" fill="#fff"/>`,
    `<circle cx="${centre}" cy="${centre}" r="${radius}" fill="#1d427b"/>`,
    `<g transform="translate(${centre} ${centre}) scale(${radius / 74})" fill="url(#g)" stroke="#c28a2e" stroke-width="2">`,
    ...petals,
    '</g>',
  ].join('')
}

import { create } from 'qrcode/lib/core/qrcode.js'

/** Scanners need four white modules around a code. */
const quietZone = 4

/** The text as a QR code: a data URL of an SVG, one unit per module. */
export function drawQr(text: string): string {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const edge = size + quietZone * 2
  const rows = Array.from({ length: size }, (_, y) => drawRow(data.subarray(y * size, (y + 1) * size), y))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quietZone} ${-quietZone} ${edge} ${edge}" shape-rendering="crispEdges"><path d="M${-quietZone} ${-quietZone}h${edge}v${edge}h-${edge}z" fill="white"/><path d="${rows.join('')}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Draws each run of dark modules as one bar. */
function drawRow(row: Uint8Array, y: number): string {
  const bits = Array.from(row).join('')
  return bits.replaceAll(/1+|0+/gu, (run, x: number) =>
    run.startsWith('1') ? `M${x} ${y}h${run.length}v1h-${run.length}z` : '',
  )
}

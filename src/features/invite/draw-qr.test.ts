import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { drawQr } from './draw-qr.ts'

const scale = 4

/** Paints the dark bars on white, as a browser would. */
function paint(address: string) {
  const svg = decodeURIComponent(address)
  const [left = 0, top = 0, width = 0] = (/viewBox="([^"]+)"/u.exec(svg)?.[1] ?? '').split(' ').map(Number)
  const edge = width * scale
  const pixels = new Uint8ClampedArray(edge * edge * 4).fill(255)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/gu)) {
    for (let line = 0; line < scale; line += 1) {
      const from = ((Number(y) - top) * scale + line) * edge + (Number(x) - left) * scale
      for (let at = from; at < from + Number(length) * scale; at += 1) pixels.fill(0, at * 4, at * 4 + 3)
    }
  }
  return { pixels, edge }
}

test.each(['https://champa.example/register?code=PR01JD3ZQ6', 'http://localhost:8080/register?code=PRx'])(
  'a phone reads %s from it',
  (link) => {
    const { pixels, edge } = paint(drawQr(link))
    expect(jsQR(pixels, edge, edge)?.data).toBe(link)
  },
)

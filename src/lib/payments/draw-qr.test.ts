import jsQR from 'jsqr'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawQr } from './draw-qr.ts'

const quietZone = 4

async function paint(svg: string, width: number) {
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(width)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const light = (x: number, y: number) => data[(y * info.width + x) * info.channels] === 255
  const rgba = await sharp(data, { raw: info }).ensureAlpha().raw().toBuffer()
  return { light, pixels: new Uint8ClampedArray(rgba) }
}

test.each([
  'https://champa.example/register?code=PR01JD3ZQ6',
  'https://members.champa-wallet.example/register?code=PR01JD3ZQ6V8W9X0Y1Z2A3B4C5D6',
  '00020101021129370016A000000677010111011300668123456785802TH530376463045D82',
  '00020101021229370016A000000677010111011300668123456785802TH53037645406100.006304BB8A',
  '00020101021238590016A00526628466257701082771041802030020316mch00000000000015204541153034185405500005802LA5912SANDBOX SHOP6003VTE62110107INV000163040194',
  '00020101021230730016A00000067701011201150105540000000010210MEMBER00010316QR2026010200000153037645802TH5406100.00630431FF',
])('a phone reads %s from it, with the flower in its centre', async (text) => {
  const svg = drawQr(text)
  const edge = Number(/width="(\d+)"/u.exec(svg)?.[1])
  for (const scale of [4, 8]) {
    const width = edge * scale
    const { light, pixels } = await paint(svg, width)
    expect(jsQR(pixels, width, width)?.data).toBe(text)
    for (let at = 0; at < width; at += 1) {
      for (let deep = 0; deep < quietZone * scale; deep += 1)
        expect(light(at, deep) && light(deep, at) && light(at, width - 1 - deep)).toBe(true)
    }
  }
  expect(svg.match(/rotate/gu), 'five petals').toHaveLength(5)
})

import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright/test'
import type jsQR from 'jsqr'
import { expect } from './expect.ts'

const reader = createRequire(import.meta.url).resolve('jsqr')

/** Reads a QR off the screen like a phone's camera. Uses the given page, which stays open. */
export async function readQr(picture: Locator, helper: Page): Promise<string> {
  await helper.goto('about:blank')
  await helper.addScriptTag({ path: reader })
  let text: string | undefined
  // The element has its size before the picture is painted.
  await expect(async () => {
    text = await scan(helper, (await picture.screenshot()).toString('base64'))
    expect(text, 'what is read off the screen').toBeTruthy()
  }).toPass({ timeout: 30_000 })
  return text ?? ''
}

function scan(helper: Page, png: string): Promise<string | undefined> {
  return helper.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
    const scan = Reflect.get(globalThis, 'jsQR') as typeof jsQR
    return scan(pixels, width, height)?.data
  }, png)
}

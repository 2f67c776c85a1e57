import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright/test'
import type jsQR from 'jsqr'

const reader = createRequire(import.meta.url).resolve('jsqr')

/** What a phone's camera would read off the screen. Uses a page of its own, which stays open. */
export async function readQr(picture: Locator, helper: Page): Promise<string> {
  const png = (await picture.screenshot()).toString('base64')
  await helper.goto('about:blank')
  await helper.addScriptTag({ path: reader })
  const text = await helper.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
    const scan = Reflect.get(globalThis, 'jsQR') as typeof jsQR
    return scan(pixels, width, height)?.data
  }, png)
  if (!text) throw new Error('No QR can be read off the screen')
  return text
}

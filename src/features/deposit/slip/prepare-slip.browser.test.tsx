import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inspectPicture } from '#lib/pictures/picture.ts'
import { hasSlipQr } from './find-slip-qr.ts'
import { prepareSlip } from './prepare-slip.ts'
import { draw, patched, slipText } from './test-pictures.ts'

// A busy machine may need longer for a photo than the limit for members.
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
})
afterEach(() => vi.restoreAllMocks())

const reads = async (file: Blob) => hasSlipQr(await createImageBitmap(file))
const kindOf = async (file: Blob) => inspectPicture(new Uint8Array(await file.arrayBuffer()))

test('a small file with its QR is sent unchanged', async () => {
  const file = await draw({ width: 400, height: 600, text: slipText, type: 'image/jpeg' })
  expect(await prepareSlip(file)).toEqual({ file, hasQr: true })
})

test('another QR does not count as a slip’s', async () => {
  const file = await draw({ width: 400, height: 600, text: 'https://example.com', type: 'image/jpeg' })
  expect(await prepareSlip(file)).toEqual({ file, hasQr: false })
})

const photo = (module: number) => draw({ width: 3000, height: 2250, text: slipText, module })

test.each([14, 6])(
  'a large photo gets light, and its QR stays readable: squares of %i px',
  async (module) => {
    const file = await photo(module)
    const slip = await prepareSlip(file)
    if ('fault' in slip) throw new Error(slip.fault)
    expect(slip.file.size).toBeLessThan(file.size / 4)
    expect([slip.hasQr, await reads(slip.file)]).toEqual([true, true])
  },
)

test.each([4, 3])(
  'a photo whose QR would become unreadable is sent unchanged: modules of %i px',
  async (module) => {
    const file = await photo(module)
    const slip = await prepareSlip(file)
    if ('fault' in slip) throw new Error(slip.fault)
    expect(slip.file === file || (await reads(slip.file))).toBe(true)
  },
)

test('a photo without a QR is sent unchanged, because the server may read more than the phone', async () => {
  const file = await draw({ width: 1600, height: 1200 })
  expect(await prepareSlip(file)).toEqual({ file, hasQr: false })
})

test('a WebP is converted to a format that the server reads', async () => {
  const file = await draw({ width: 500, height: 700, text: slipText, type: 'image/webp' })
  const slip = await prepareSlip(file)
  if ('fault' in slip) throw new Error(slip.fault)
  expect(await kindOf(slip.file)).toMatchObject({ kind: 'jpeg', width: 500, height: 700 })
  expect(await reads(slip.file)).toBe(true)
})

test('each invalid file is refused with its own reason', async () => {
  const png = await draw({ width: 300, height: 300 })
  const jpeg = await draw({ width: 300, height: 300, type: 'image/jpeg' })
  const wrong: [Blob, string][] = [
    [new Blob([]), 'empty'],
    [new File(['a slip, really'], 'slip.png', { type: 'image/png' }), 'not-a-picture'],
    [
      new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'slip.svg', { type: 'image/svg+xml' }),
      'drawing',
    ],
    [jpeg.slice(0, jpeg.size / 2), 'cut-off'],
    // 10,000 by 6,000.
    [await patched(png, 16, [0, 0, 0x27, 0x10, 0, 0, 0x17, 0x70]), 'too-many-pixels'],
    // Complete in structure, but with corrupt content.
    [
      await patched(
        png,
        60,
        Array.from({ length: 500 }, () => 0),
      ),
      'cut-off',
    ],
    [new Blob([new Uint8Array(101 * 2 ** 20)]), 'too-heavy'],
  ]
  for (const [file, fault] of wrong) expect(await prepareSlip(file)).toEqual({ fault })
})

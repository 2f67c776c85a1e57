import { encode } from 'jpeg-js'
import { PNG } from 'pngjs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { drawSlip } from '../sandbox/deposits/draw-slip.ts'
import { isCheapToDecode } from './decoding-cost.ts'
import { readQr } from './read-qr.ts'
import { cornersEverywhere, headOfJpeg, interlacedBomb, pngOf, progressiveJpeg } from './test-pictures.ts'

/** Starting a process is slow on a busy machine; in ms. */
const timeoutMs = 120_000
const read = (bytes: Uint8Array) => readQr(async () => bytes)

const slip = drawSlip('a slip')
const pixels = PNG.sync.read(Buffer.from(slip))
const photo = new Uint8Array(
  encode({ width: pixels.width, height: pixels.height, data: pixels.data }, 85).data,
)

describe('reading a QR', () => {
  test.each([
    ['a PNG', slip],
    ['a photo', photo],
    ['a PNG without alpha', new Uint8Array(PNG.sync.write(pixels, { colorType: 2 }))],
  ])('from %s', { timeout: timeoutMs }, async (_, bytes) => {
    expect(isCheapToDecode(bytes)).toBe(true)
    expect(await read(bytes)).toEqual({ text: 'a slip' })
  })

  test('from a large picture, which is scaled down', { timeout: timeoutMs }, async () => {
    const scale = 4
    const large = new PNG({ width: pixels.width * scale, height: pixels.height * scale })
    const from = new Uint32Array(pixels.data.buffer, pixels.data.byteOffset, pixels.data.length / 4)
    const to = new Uint32Array(large.data.buffer, large.data.byteOffset, large.data.length / 4)
    for (let at = 0; at < to.length; at += 1) {
      const [x, y] = [at % large.width, Math.floor(at / large.width)]
      to[at] = from[Math.floor(y / scale) * pixels.width + Math.floor(x / scale)] ?? 0
    }
    // Unfiltered: trying every filter on each row takes longer than reading it.
    const bytes = PNG.sync.write(large, { filterType: 0 })
    expect(await read(new Uint8Array(bytes))).toEqual({ text: 'a slip' })
  })
})

describe('hostile pictures', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('are read by a process that has none of the server’s settings', { timeout: timeoutMs }, async () => {
    // A setting that would end it.
    vi.stubEnv('NODE_OPTIONS', '--import=/no/such/file.mjs')
    expect(await read(slip)).toEqual({ text: 'a slip' })
  })

  test('the memory needed is known from the header', () => {
    const huge = { edge: 5000, mib: 1 }
    expect(isCheapToDecode(pngOf({ ...huge, depth: 16 }))).toBe(true)
    expect(isCheapToDecode(pngOf({ ...huge, depth: 16, isInterlaced: true }))).toBe(false)
    expect(isCheapToDecode(pngOf({ ...huge, isInterlaced: true }))).toBe(true)
    expect(isCheapToDecode(pngOf({ ...huge, colour: 5, isInterlaced: true }))).toBe(false)
    expect(isCheapToDecode(progressiveJpeg(5000, 1))).toBe(true)
    expect(isCheapToDecode(progressiveJpeg(6000, 1))).toBe(false)
    expect(isCheapToDecode(progressiveJpeg(64, 100))).toBe(true)
    expect(isCheapToDecode(progressiveJpeg(64, 101))).toBe(false)
  })

  test('colours in scans of their own need the memory for all pixels, also where none is progressive', () => {
    expect(isCheapToDecode(headOfJpeg(6000, 1))).toBe(true)
    expect(isCheapToDecode(headOfJpeg(6000, 3))).toBe(false)
    expect(isCheapToDecode(headOfJpeg(5000, 3))).toBe(true)
  })

  // With system limits that kill a process that needs more.
  test.each([
    ['1.5 GB behind 300 pixels', interlacedBomb()],
    ['25 megapixels by palette', pngOf({ edge: 5000, colour: 3, mib: 26 })],
    ['25 megapixels of 16 bits', pngOf({ edge: 5000, depth: 16, mib: 200 })],
    ['25 megapixels interlaced', pngOf({ edge: 5000, isInterlaced: true, mib: 100 })],
    ['25 megapixels, progressive', progressiveJpeg(5000, 1)],
  ])('%s: examined within the memory limit', { timeout: timeoutMs }, async (_, bytes) => {
    // On a busy machine it may be refused, because CPU time is limited too.
    expect(await read(bytes)).toHaveProperty('problem', expect.stringMatching(/none|too-heavy/u))
  })

  test.skipIf(process.platform === 'win32')(
    'one that takes too long is given up, and the next one is read',
    { timeout: timeoutMs },
    async () => {
      const endless = read(progressiveJpeg(5000, 20_000))
      const next = read(slip)
      expect(await endless).toEqual({ problem: 'too-heavy' })
      expect(await next).toEqual({ text: 'a slip' })
      expect(await read(cornersEverywhere())).toHaveProperty('problem')
    },
  )

  test.skipIf(process.platform !== 'linux')(
    'one that takes too much memory is given up',
    { timeout: timeoutMs },
    async () => {
      expect(await read(pngOf({ edge: 9000, depth: 16, isInterlaced: true, mib: 640 }))).toHaveProperty(
        'problem',
      )
    },
  )

  test('a waiting picture is not loaded into memory', { timeout: timeoutMs }, async () => {
    const order: string[] = []
    const load = (name: string) => async () => {
      order.push(name)
      return name === 'none' ? null : slip
    }
    const first = readQr(load('first')).finally(() => order.push('read'))
    const second = readQr(load('none'))
    await first
    expect(await second).toEqual({ problem: 'too-heavy' })
    await expect(readQr(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(await read(slip)).toEqual({ text: 'a slip' })
    expect(order).toEqual(['first', 'read', 'none'])
  })
})

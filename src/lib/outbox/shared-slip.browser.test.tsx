import { afterEach, expect, test } from 'vitest'
import { forgetSharedSlips, keepSharedSlip, sharedSlip } from './shared-slip.ts'

const slip = (text: string) => new Blob([text], { type: 'image/png' })

afterEach(async () => forgetSharedSlips(Infinity))

test('the picture shared last is kept, with its type', async () => {
  await keepSharedSlip(slip('one'))
  await keepSharedSlip(slip('two'))
  const kept = await sharedSlip()
  expect(await kept?.text()).toBe('two')
  expect(kept?.type).toBe('image/png')
})

test('a deletion that comes late leaves a picture that was shared since', async () => {
  const leftAt = Date.now() + 1
  const late = [forgetSharedSlips(leftAt), forgetSharedSlips(leftAt)]
  await expect.poll(() => Date.now()).toBeGreaterThan(leftAt)
  await keepSharedSlip(slip('since'))
  await Promise.all([...late, forgetSharedSlips(leftAt)])
  expect(await (await sharedSlip())?.text()).toBe('since')
})

test('nothing but a picture of a sensible size is kept, and what was there is gone', async () => {
  for (const shared of [slip(''), 'a text', null, new Blob([new Uint8Array(20 * 2 ** 20 + 1)])]) {
    await keepSharedSlip(slip('before'))
    await keepSharedSlip(shared)
    expect(await sharedSlip()).toBeUndefined()
  }
})

test('a picture of half an hour ago, or of a clock that was set back, is not offered', async () => {
  for (const minutes of [-31, 31]) {
    const cache = await caches.open(`champa-shared-${Date.now() + minutes * 60_000}`)
    await cache.put('/share', new Response(slip('other')))
  }
  expect(await sharedSlip()).toBeUndefined()
  const names = await caches.keys()
  expect(names.filter((name) => name.startsWith('champa-shared'))).toEqual([])
})

import { afterEach, expect, test } from 'vitest'
import { forgetSharedSlips } from './shared-slip.ts'
import {
  forgetSeenSlips,
  forgetSharedSlip,
  keepSharedSlip,
  takeSharedSlip,
  unseenSlips,
} from './shared-slip-line.ts'

const slip = (text: string) => new Blob([text], { type: 'image/png' })
const share = async (...texts: string[]) => {
  for (const text of texts) await keepSharedSlip(slip(text))
}
const take = async () => (await takeSharedSlip())?.text()
/** What is offered, one after the other. */
const takeAll = async () => {
  const taken: string[] = []
  for (let next = await take(); next !== undefined; next = await take()) {
    taken.push(next)
    await forgetSeenSlips()
  }
  return taken
}

afterEach(() => forgetSharedSlips(Infinity))

test('pictures wait in line, the one shared first is offered until it is put away, with its type', async () => {
  await share('one', 'two', 'three')
  expect((await takeSharedSlip())?.type).toBe('image/png')
  expect(await takeAll()).toEqual(['one', 'two', 'three'])
})

test('a picture that is shared again is one, and new', async () => {
  await share('one', 'two')
  expect(await take()).toBe('one')
  await share('one', 'six')
  await forgetSeenSlips()
  expect(await takeAll()).toEqual(['two', 'one', 'six'])
})

test('those behind the one that is offered wait, by the time of their sharing', async () => {
  await share('one', 'two', 'three')
  await take()
  const [two, three, ...more] = await unseenSlips()
  expect([two! < three!, more]).toEqual([true, []])
  await forgetSharedSlip(two!)
  expect(await unseenSlips()).toEqual([three])
})

test('what the upload has not offered stays, and so does what was shared since', async () => {
  await share('one')
  expect(await take()).toBe('one')
  const leftAt = Date.now() + 1
  await expect.poll(() => Date.now()).toBeGreaterThan(leftAt)
  await share('two')
  await forgetSeenSlips(leftAt)
  expect(await take()).toBe('two')
  await forgetSeenSlips(leftAt)
  expect(await take()).toBe('two')
})

test('nothing but a picture of a sensible size is kept, and what was there stays', async () => {
  await share('before')
  for (const shared of [slip(''), 'a text', null, new Blob([new Uint8Array(20 * 2 ** 20 + 1)])])
    await keepSharedSlip(shared)
  expect(await takeAll()).toEqual(['before'])
})

test('where five wait, one that was seen makes way for the next, but nothing that was not', async () => {
  await share('1', '2', '3', '4', '5', '6')
  expect(await take()).toBe('1')
  await share('7', '8')
  expect(await takeAll()).toEqual(['2', '3', '4', '5', '7'])
})

test('the end of a session deletes what was not offered too', async () => {
  await share('one', 'two')
  await forgetSharedSlips(Infinity)
  expect(await take()).toBeUndefined()
})

test('a picture that the storage has lost does not hold back the next', async () => {
  await caches.open(`champa-shared-${Date.now() - 1000}`)
  await share('one')
  expect(await take()).toBe('one')
})

test('a picture of half an hour ago, or of a clock that was set back, is not offered', async () => {
  for (const minutes of [-31, 31]) {
    const cache = await caches.open(`champa-shared-${Date.now() + minutes * 60_000}`)
    await cache.put('/share', new Response(slip('other')))
  }
  expect(await takeSharedSlip()).toBeUndefined()
  const names = await caches.keys()
  expect(names.filter((name) => name.startsWith('champa-shared'))).toEqual([])
})

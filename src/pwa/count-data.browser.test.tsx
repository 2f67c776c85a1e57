import { RESET } from 'jotai/utils'
import { beforeEach, expect, test, vi } from 'vitest'
import { fetchWithUploadProgress } from '#api/fetch-with-upload-progress.ts'
import { heldPicturesAtom } from '#lib/network/connection-quality.ts'
import { dataUsedAtom } from '#lib/network/data-used.ts'
import { store } from '#lib/store.ts'
import { countData } from './count-data.ts'

/** What is counted so far; leaving the page counts at once what still waits. */
const used = () => {
  dispatchEvent(new Event('visibilitychange'))
  return store.get(dataUsedAtom)
}
/** Such an address is in no cache. */
const fresh = (path: string) => `${path}?${crypto.randomUUID()}`

countData()
beforeEach(async () => {
  // What earlier files took is counted by now.
  await fetch(fresh('/champa.svg')).then((response) => response.text())
  await vi.waitUntil(() => used().bytes > 0)
  store.set(dataUsedAtom, RESET)
})

test('counts what comes over the network, with its headers', async () => {
  const body = await fetch(fresh('/champa.svg')).then((response) => response.arrayBuffer())
  await expect.poll(() => used().bytes).toBeGreaterThan(body.byteLength / 4)
  expect(used().bytes).toBeLessThan(2 * body.byteLength + 1000)
})

test('counts what is uploaded', async () => {
  const file = new Blob([new Uint8Array(300_000)])
  await fetchWithUploadProgress(() => undefined)(fresh('/champa.svg'), { method: 'POST', body: file })
  await expect.poll(() => used().bytes).toBeGreaterThan(300_000)
})

test('adds what the worker says, and nothing that is no number', async () => {
  const say = (data: unknown) => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  say({ type: 'USED', bytes: 'many' })
  say({ type: 'OTHER', bytes: 1 })
  say(null)
  say({ type: 'USED', bytes: 2_000_000 })
  await expect.poll(() => used().bytes).toBeGreaterThanOrEqual(2_000_000)
  expect(used().bytes).toBeLessThan(2_100_000)
})

test('a worker that installs tells of each file, and all are written at once', async () => {
  const onWrite = vi.fn<() => void>()
  const stop = store.sub(dataUsedAtom, onWrite)
  for (let file = 0; file < 50; file += 1)
    navigator.serviceWorker.dispatchEvent(
      new MessageEvent('message', { data: { type: 'USED', bytes: 10_000 } }),
    )
  await expect.poll(() => used().bytes).toBeGreaterThanOrEqual(500_000)
  stop()
  expect(onWrite).toHaveBeenCalledTimes(1)
})

test('a picture that is left out counts, until it is shown after all', async () => {
  const [one, other] = [fresh('/champa.svg'), fresh('/champa.svg')]
  store.set(heldPicturesAtom, [one])
  store.set(heldPicturesAtom, [one, other])
  const addresses = [one, other].map((src) => location.origin + src)
  expect(used()).toMatchObject({ held: addresses, pictures: 0 })
  const picture = new Image()
  picture.src = one
  await picture.decode()
  await expect.poll(() => used()).toMatchObject({ held: addresses.slice(1), pictures: 1 })
  expect(used().pictureBytes).toBeGreaterThan(100)
})

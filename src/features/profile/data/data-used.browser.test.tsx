import { RESET } from 'jotai/utils'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '#components/test-screen.tsx'
import { addDataUsed, dataUsedAtom } from '#lib/network/data-used.ts'
import { store } from '#lib/store.ts'
import { DataSaving } from './data-saving.tsx'

const pictures = (count: number) => Array.from({ length: count }, (_, index) => `https://site/${index}.webp`)

afterEach(() => store.set(dataUsedAtom, RESET))

test('shows what was used this month, and what the saver spared once it has left something out', async () => {
  const screen = await renderScreen(<DataSaving />)
  await expect.element(screen.getByText('about 0 KB', { exact: true })).toBeVisible()
  expect(screen.getByText('left out').query()).toBeNull()
  addDataUsed({ bytes: 3_449_999, held: pictures(1) })
  await expect.element(screen.getByText('about 3.4 MB', { exact: true })).toBeVisible()
  // As long as nothing says how large a picture is, nothing is claimed.
  await expect.element(screen.getByText('1 picture left out')).toBeVisible()
  expect(screen.getByText('saved').query()).toBeNull()
  addDataUsed({
    held: pictures(14),
    pictures: new Map([
      ['https://site/small.webp', 30_000],
      ['https://site/large.webp', 60_000],
    ]),
  })
  await expect.element(screen.getByText('14 pictures left out')).toBeVisible()
  await expect.element(screen.getByText('about 630 KB saved')).toBeVisible()
})

test('another month’s figures are not shown', async () => {
  store.set(dataUsedAtom, {
    month: '2020-01',
    bytes: 5_000_000,
    held: pictures(9),
    pictures: 1,
    pictureBytes: 10,
  })
  const screen = await renderScreen(<DataSaving />)
  await expect.element(screen.getByText('about 0 KB', { exact: true })).toBeVisible()
  expect(screen.getByText('left out').query()).toBeNull()
})

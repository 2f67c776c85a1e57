import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BannerSheet } from './banner-sheet.tsx'
import { passTime, renderScreen, stillUntil } from './test-screen.tsx'
import { withMotion } from '#ui/test-motion.ts'

withMotion()

afterEach(() => {
  vi.useRealTimers()
})

let turn = 0
let good: string[]
beforeEach(() => {
  // Other addresses in each test: those seen before are not shown first.
  turn += 1
  good = ['friends', 'refund'].map((name) => `/art/banners/${name}.svg?${turn}`)
})

async function show(banners: { data?: string[]; isPending: boolean }) {
  const onClose = vi.fn<() => void>()
  const screen = await renderScreen(
    <BannerSheet
      title="Invite friends"
      banners={banners}
      about="Friends who join pay."
      nextLabel="See my link"
      onClose={onClose}
    >
      <p>The list</p>
    </BannerSheet>,
  )
  return { screen, onClose }
}

test('closing the banners opens the sheet, and closing that closes it', async () => {
  const { screen, onClose } = await show({ data: good, isPending: false })
  await expect.element(screen.getByRole('img', { name: 'Banner 1 of 2' })).toBeVisible()
  expect(screen.getByText('The list').query()).toBeNull()
  await screen.getByRole('button', { name: 'Close the banners' }).click()
  await expect.element(screen.getByText('The list')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => onClose).toHaveBeenCalledOnce()
})

test('once seen, the first banner is the sheet’s header, until there is a new one', async () => {
  const first = await show({ data: good, isPending: false })
  await expect.element(first.screen.getByText('Friends who join pay.')).toBeVisible()
  await first.screen.getByRole('button', { name: 'See my link' }).click()
  const header = (screen: typeof first.screen) => screen.getByRole('dialog').element().querySelector('img')
  await expect.poll(() => header(first.screen)?.getAttribute('src')).toContain(good[0])
  await first.screen.unmount()

  const second = await show({ data: good, isPending: false })
  await expect.element(second.screen.getByText('The list')).toBeVisible()
  expect(header(second.screen)?.getAttribute('src')).toContain(good[0])
  expect(second.screen.getByText('Friends who join pay.').query()).toBeNull()
  await second.screen.unmount()

  const third = await show({ data: ['/art/banners/invite.svg', ...good], isPending: false })
  await expect.element(third.screen.getByRole('img', { name: 'Banner 1 of 3' })).toBeVisible()
})

test('the focus stays in the sheet when the banners are closed', async () => {
  const { screen } = await show({ data: good, isPending: false })
  await screen.getByRole('button', { name: 'See my link' }).click()
  await expect.element(screen.getByText('The list')).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).not.toBeNull()
})

test('the buttons change the banner', async () => {
  const { screen } = await show({ data: good, isPending: false })
  await expect.element(screen.getByText('1 / 2')).toBeVisible()
  await screen.getByRole('button', { name: 'Next banner' }).click()
  await expect.element(screen.getByText('2 / 2')).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Banner 2 of 2' })).toBeInViewport()
  await screen.getByRole('button', { name: 'Previous banner' }).click()
  await expect.element(screen.getByText('1 / 2')).toBeVisible()
})

test('a broken picture and a dangerous address are left out', async () => {
  const given = ['javascript:alert(1)', '/art/nothing-here.webp?broken', good[0] ?? '']
  const { screen } = await show({ data: given, isPending: false })
  await expect.element(screen.getByRole('img', { name: 'Banner 1 of 1' })).toBeVisible()
  await expect.poll(() => screen.getByRole('img').elements()).toHaveLength(1)
})

test.each([[[]], [['data:image/png;base64,AAAA']], [['/art/nothing-here.webp?broken']]])(
  'without one that can be shown (%j) the sheet opens at once',
  async (data) => {
    const { screen } = await show({ data, isPending: false })
    await expect.element(screen.getByText('The list')).toBeVisible()
  },
)

test('waits for banners only for a limited time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { screen } = await show({ isPending: true })
  await passTime(1999)
  expect(screen.getByText('The list').query()).toBeNull()
  await passTime(1)
  await stillUntil(() => screen.getByText('The list').query() !== null)
  vi.useRealTimers()
  await expect.element(screen.getByText('The list')).toBeVisible()
})

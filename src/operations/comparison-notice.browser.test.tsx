import { RESET } from 'jotai/utils'
import { afterEach, expect, test, vi } from 'vitest'
import { balanceHiddenAtom } from '#data/wallet/hide-balance.ts'
import { renderScreen } from '#components/test-screen.tsx'
import { store } from '#lib/store.ts'
import { ComparisonNotice } from './comparison-notice.tsx'

const file = vi.hoisted(() => {
  let arrive = () => {}
  const here = new Promise<void>((resolve) => (arrive = resolve))
  return { here, arrive }
})
vi.mock('./comparison-words.tsx', async (original) => {
  await file.here
  return original()
})

afterEach(() => store.set(balanceHiddenAtom, RESET))

test('shows the earlier text until its own is loaded', async () => {
  const comparison = { status: 'compared', wallet: { before: 100_00, now: 70_00 } } as const
  const screen = await renderScreen(
    <ComparisonNotice comparison={comparison}>Checking the result.</ComparisonNotice>,
  )
  await expect.element(screen.getByText('Checking the result.')).toBeVisible()
  file.arrive()
  await expect.element(screen.getByText(/Your wallet had 100\.00/u)).toBeVisible()
  await expect.element(screen.getByText('Checking the result.')).not.toBeInTheDocument()
})

test('hidden amounts are hidden in what is compared', async () => {
  store.set(balanceHiddenAtom, true)
  file.arrive()
  const row = { amount: 30_00, createdAt: '2026-01-01T00:00:00Z' }
  const comparison = { status: 'compared', row, wallet: { before: 100_00, now: 70_00 } } as const
  const screen = await renderScreen(
    <ComparisonNotice comparison={comparison}>Checking the result.</ComparisonNotice>,
  )
  await expect.element(screen.getByText(/Your wallet had Amount hidden before/u)).toBeVisible()
  expect(screen.container.textContent).not.toMatch(/30\.00|100\.00|70\.00/u)
})

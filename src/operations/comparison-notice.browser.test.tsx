import { expect, test, vi } from 'vitest'
import { renderScreen } from '#data/test-screen.tsx'
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

import { expect, test, vi } from 'vitest'
import { renderScreen } from '#components/test-screen.tsx'
import { NothingHere } from './statement-states.tsx'

test('an empty statement leads to the deposit, an empty search back to all rows', async () => {
  const onAll = vi.fn<() => void>()
  const screen = await renderScreen(<NothingHere isFiltered={false} onAll={onAll} />)
  const link = screen.getByRole('link', { name: 'Deposit' })
  await expect.element(link).toHaveAttribute('href', '/?open=deposit')
  await screen.unmount()
  const searched = await renderScreen(<NothingHere isFiltered onAll={onAll} />)
  expect(searched.getByRole('link').query()).toBeNull()
  await searched.getByRole('button', { name: 'Show all' }).click()
  expect(onAll).toHaveBeenCalledOnce()
})

import '#ui/base.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Spinner } from './spinner.tsx'
import { withMotion } from '../test-motion.ts'

withMotion()

test('shows at once where the wait has already begun', async () => {
  const screen = await render(<Spinner label="Loading" waited />)
  expect(screen.getByRole('status').element().getAnimations()).toEqual([])
  await expect.element(screen.getByRole('status')).toBeVisible()
})

test('a wait shorter than 200 ms shows no spinner', async () => {
  const screen = await render(<Spinner label="Loading" />)
  const status = screen.getByRole('status', { includeHidden: true }).element()
  const [waiting] = status.getAnimations()
  const shownAt = (ms: number) => {
    waiting!.pause()
    waiting!.currentTime = ms
    return getComputedStyle(status).visibility
  }
  expect(shownAt(199)).toBe('hidden')
  expect(shownAt(202)).toBe('visible')
})

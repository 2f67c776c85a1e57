import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

const update = vi.fn<() => Promise<void>>().mockResolvedValue()
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener() {}
    register = async () => ({ active: null, waiting: null })
    update = update
  },
}))
vi.mock('./count-data.ts', () => ({ countData: () => undefined }))
vi.mock('./start-pictures.ts', () => ({ linkStartPictures: () => undefined }))

const minute = 60_000

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a page that stays open looks for a release once an hour while it is seen, and at once when it is seen again or the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const { registerWorker } = await import('./update.ts')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  await registerWorker(
    { isBusy: () => false, isMemberBusy: () => false, holdsWork: () => false },
    new QueryClient(),
  )
  vi.advanceTimersByTime(59 * minute)
  expect(update).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(2 * minute)
  expect(update).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(61 * minute)
  expect(update).toHaveBeenCalledTimes(2)

  visibility.mockReturnValue('hidden')
  vi.advanceTimersByTime(300 * minute)
  expect(update).toHaveBeenCalledTimes(2)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(update).toHaveBeenCalledTimes(3)

  // Not for as long as the clock was set back.
  vi.setSystemTime(Date.now() - 300 * minute)
  vi.advanceTimersByTime(minute)
  expect(update).toHaveBeenCalledTimes(4)
})

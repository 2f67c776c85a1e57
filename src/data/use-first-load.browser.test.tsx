import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useFirstLoad, usePartLoad } from './use-first-load.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

const show = (first: boolean[]) =>
  renderHook((loads: boolean[] = first) => useFirstLoad(...loads.map((isLoading) => ({ isLoading }))))

test('waits for all of them, and never again', async () => {
  const hook = await show([true, true])
  expect(hook.result.current).toBe(true)
  await hook.rerender([false, true])
  expect(hook.result.current).toBe(true)
  await hook.rerender([false, false])
  expect(hook.result.current).toBe(false)
  await hook.rerender([true, false])
  expect(hook.result.current).toBe(false)
})

test('waits two seconds at most, however many have come meanwhile', async () => {
  const hook = await show([true, true])
  await hook.act(() => vi.advanceTimersByTimeAsync(1500))
  await hook.rerender([false, true])
  await hook.act(() => vi.advanceTimersByTimeAsync(499))
  expect(hook.result.current).toBe(true)
  await hook.act(() => vi.advanceTimersByTimeAsync(1))
  expect(hook.result.current).toBe(false)
})

test('a part counts while its file is fetched, and only where it is wanted', async () => {
  let arrive: (isThere: boolean) => void = () => undefined
  const part = {
    isLoaded: () => false,
    fetchFile: vi.fn<() => Promise<boolean>>(() => new Promise((resolve) => (arrive = resolve))),
  }
  const hook = await renderHook((wanted?: boolean) => usePartLoad(part, wanted === true).isLoading)
  expect(hook.result.current).toBe(false)
  expect(part.fetchFile).not.toHaveBeenCalled()
  await hook.rerender(true)
  expect(hook.result.current).toBe(true)
  await hook.act(async () => arrive(false))
  expect(hook.result.current).toBe(false)
  expect(part.fetchFile).toHaveBeenCalledOnce()
})

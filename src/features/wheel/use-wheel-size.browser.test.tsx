import { afterEach, expect, test, vi } from 'vitest'
import { passTime, stillUntil } from '#components/test-screen.tsx'
import { render } from 'vitest-browser-react'
import { useWheelSize } from './use-wheel-size.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function Size() {
  return <output>{useWheelSize().size}</output>
}

test('the wheel takes its new size half a second after the last resize event', async () => {
  const pageWidth = vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(360)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const screen = await render(<Size />)
  const size = () => screen.getByRole('status').element().textContent
  const resizeTo = (width: number) => {
    pageWidth.mockReturnValue(width)
    dispatchEvent(new Event('resize'))
  }
  expect(size()).toBe('306')
  resizeTo(340)
  await passTime(499)
  resizeTo(1440)
  await passTime(499)
  expect(size()).toBe('306')
  await passTime(1)
  await stillUntil(() => size() === '350')
})

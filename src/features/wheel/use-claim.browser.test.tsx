import { afterEach, expect, test, vi } from 'vitest'
import { lost, renderScreen, stillUntil, stubBackend } from '#components/test-screen.tsx'
import { useClaim } from './use-claim.ts'

const path = '/api/spinwheel/coupon/claim'
const coupon = { prize: { slice: { code: 'A', label: '20 ฿' }, name: '' }, amount: 20 }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Claim() {
  const claim = useClaim()
  return (
    <button aria-busy={claim.operation.busy} onClick={() => claim.confirm(coupon)}>
      Claim
    </button>
  )
}

test('taps less than half a second apart are one claim, however fast the answer', async () => {
  const asked = stubBackend({ [path]: () => ({ success: true, error: null }) })
  const claims = () => asked.filter((one) => one.path === path).length
  const screen = await renderScreen(<Claim />)
  const button = screen.getByRole('button', { name: 'Claim' }).element() as HTMLButtonElement
  vi.useFakeTimers({ toFake: ['performance'] })
  const tapAfter = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    button.click()
    await stillUntil(() => button.ariaBusy === 'true' || claims() > 0)
    await stillUntil(() => button.ariaBusy === 'false')
    return claims()
  }
  expect(await tapAfter(0)).toBe(1)
  expect(await tapAfter(499)).toBe(1)
  expect(await tapAfter(500)).toBe(2)
})

test('a claim that is done, but whose answer is lost for good, is shown as done', async () => {
  stubBackend({ [path]: lost, '/api/acts': () => ({ status: 'done' }) })
  const screen = await renderScreen(<Claim />)
  await screen.getByRole('button', { name: 'Claim' }).click()
  await expect.element(screen.getByText('It went through.')).toBeVisible()
})

import { afterEach, expect, test, vi } from 'vitest'
import { lost, renderScreen, stubBackend } from '#data/test-screen.tsx'
import { noteExtensions } from '#lib/api-extensions.ts'
import { OwedForm } from './owed-form.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a payout whose answer is lost is asked for again by the same key; somebody else’s has another', async () => {
  noteExtensions('keys, acts, play-limits')
  const asked = stubBackend({
    '/api/limits/owed': () => ({
      kind: 'break',
      until: new Date(Date.now() + 3_600_000).toISOString(),
      amount: 100,
      underWay: 0,
      bankCode: 'KBANK',
      accountEnding: '1234',
    }),
    '/api/limits/payout': lost,
  })
  const keys = () => asked.filter(({ path }) => path === '/api/limits/payout').map(({ key }) => key)
  const screen = await renderScreen(<OwedForm />)
  const show = async (phone: string) => {
    await screen.getByRole('textbox', { name: 'Phone number' }).fill(phone)
    await screen.getByLabelText('Password', { exact: true }).fill('petal-and-river-9')
    await screen.getByRole('button', { name: 'Show the amount' }).click()
    await expect.element(screen.getByText('100.00 ฿ can be paid out')).toBeVisible()
  }
  const payOut = async () => {
    const before = keys().length
    await screen.getByRole('button', { name: 'Pay out' }).click()
    await expect.poll(() => keys().length).toBe(before + 1)
    await expect.element(screen.getByRole('button', { name: 'Show the amount' })).toBeEnabled()
  }

  await show('0812345678')
  await payOut()
  await show('0812345678')
  await payOut()
  await show('0898765432')
  await payOut()
  const [first, again, other] = keys()
  expect(first).toBeTruthy()
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

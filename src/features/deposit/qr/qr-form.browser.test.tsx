import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderScreen } from '#components/test-screen.tsx'
import { store } from '#lib/store.ts'
import { noOperation, type ShownOperation } from '#operations/operation-notice.tsx'
import { connectionAtom } from '#pwa/use-connection.ts'
import { qrChannelRules } from './qr-rules.ts'
import { QrForm } from './qr-form.tsx'

const kbank = qrChannelRules().find(({ code }) => code === 'KBANK')

async function show(offline = false, operation: ShownOperation = noOperation) {
  if (!kbank) throw new Error('KBANK')
  const create = vi.fn<(satang: number) => void>()
  store.set(connectionAtom, offline ? 'offline' : 'online')
  const screen = await renderScreen(
    <QrForm
      channel={kbank}
      operation={operation}
      held={25_000}
      onCreate={create}
      amount=""
      onAmount={() => undefined}
    />,
  )
  const field = screen.getByRole('textbox', { name: 'Amount to deposit' })
  const button = screen.getByRole('button', { name: 'Create QR' })
  return { create, screen, field, button }
}

test.each([
  ['1e3', 'Please enter the amount in digits, such as 100 or 99.50.'],
  ['-5', 'Please enter an amount above zero.'],
  ['0.001', 'Please use at most two decimals.'],
  ['0.50', 'The minimum is 1.00 ฿. Please enter more.'],
])('%s is refused with an explanation', async (typed, words) => {
  const { create, screen, field } = await show()
  await field.fill(typed)
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await expect.element(screen.getByText(words)).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  expect(create).not.toHaveBeenCalled()
})

test.each([
  ['๑๐๐', 10_000],
  ['1,234.50', 123_450],
])('%s is accepted', async (typed, satang) => {
  const { create, field, button } = await show()
  await field.fill(typed)
  await button.click()
  await expect.poll(() => create).toHaveBeenCalledExactlyOnceWith(satang)
})

test('limits, the wallet afterwards and an error take turns in one place', async () => {
  const { screen, field } = await show()
  const quick = screen.getByRole('button', { name: '1,000' }).element()
  const place = quick.getBoundingClientRect().top
  const hint = screen.getByText('From 1.00 ฿')
  await expect.element(hint).toBeVisible()
  await field.fill('100')
  await expect.element(screen.getByText('Wallet after the deposit: 350.00 ฿')).toBeVisible()
  await expect.element(hint).not.toBeInTheDocument()
  expect(quick.getBoundingClientRect().top).toBe(place)
  await field.fill('0.50')
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await expect.element(screen.getByText('The minimum is 1.00 ฿. Please enter more.')).toBeVisible()
  expect(screen.getByText(/From|after the deposit/u).query()).toBeNull()
  expect(quick.getBoundingClientRect().top).toBe(place)
})

test('zero, less, or an empty field cannot be submitted', async () => {
  const { field, button } = await show()
  await expect.element(button).toBeDisabled()
  await field.fill('0')
  await expect.element(button).toBeDisabled()
  await field.fill('5')
  await expect.element(button).toBeEnabled()
  await field.fill('-5')
  await expect.element(button).toBeDisabled()
})

test('a quick amount fills the field', async () => {
  const { create, screen, field, button } = await show()
  await screen.getByRole('button', { name: '1,000' }).click()
  await expect.element(field).toHaveValue('1,000.00')
  await button.click()
  await expect.poll(() => create).toHaveBeenCalledExactlyOnceWith(100_000)
})

test('offline the form stays visible and says why it is disabled', async () => {
  const { screen, field, button } = await show(true)
  await field.fill('100')
  await expect.element(button).toBeDisabled()
  await expect.element(screen.getByText(/You are offline/u)).toBeVisible()
})

test('while the code is being created the amount cannot be changed, and its field keeps the focus', async () => {
  const { field } = await show(false, { ...noOperation, busy: true })
  await expect.element(field).toHaveAttribute('readonly')
  await field.click()
  await expect.element(field).toHaveFocus()
})

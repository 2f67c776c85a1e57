import { expect, test, vi } from 'vitest'
import { renderScreen } from '#components/test-screen.tsx'
import { noOperation } from '#operations/operation-notice.tsx'
import { TransferEntry } from './transfer-entry.tsx'
import type { Transfer } from './transfer-form.ts'

const accounts = [
  { code: 'WALLET', balance: 50_000 },
  { code: 'PG', name: 'Naga', balance: 12_000 },
  { code: 'IMI', name: 'Lotus', balance: 0 },
]

async function show(from = 'PG') {
  const submit = vi.fn<(fields: Transfer) => void>()
  const screen = await renderScreen(
    <TransferEntry
      accounts={accounts}
      from={from}
      operation={noOperation}
      locked={false}
      onSubmit={(fields) => submit(fields)}
    />,
  )
  const amount = screen.getByRole('textbox', { name: 'Amount to transfer' })
  const send = () => screen.getByRole('button', { name: 'Transfer', exact: true }).click()
  const choose = async (label: string, option: string) => {
    await screen.getByRole('combobox', { name: label }).click()
    await screen.getByRole('option', { name: option }).click()
    // A menu fades out: until it is gone, its options would be found beside those of the next one.
    await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
  }
  return { submit, screen, amount, send, choose }
}

test.each([
  ['1e3', 'Please enter the amount in digits, such as 100 or 99.50.'],
  ['-5', 'Please enter an amount above zero.'],
  ['0.001', 'Please use at most two decimals.'],
  ['0.99', 'The minimum is 1.00 ฿. Please enter more.'],
  ['120.01', 'There is not enough money for this. Please enter less.'],
])('%s is explained and not sent', async (typed, words) => {
  const { submit, screen, amount, send } = await show()
  await amount.fill(typed)
  await send()
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(submit).not.toHaveBeenCalled()
})

test('the least, then the balances afterwards, then an error stand in one place, and nothing moves', async () => {
  const { screen, amount, send } = await show()
  const place = () => screen.getByRole('combobox', { name: 'From' }).element().getBoundingClientRect().top
  const before = place()
  const least = screen.getByText('From 1.00 ฿')
  await expect.element(least).toBeVisible()
  await amount.fill('100')
  await expect.element(screen.getByText('Afterwards')).toBeVisible()
  await expect.element(least).not.toBeInTheDocument()
  expect(place()).toBeCloseTo(before, 0)
  await amount.fill('0.5')
  await send()
  await expect.element(screen.getByText('The minimum is 1.00 ฿. Please enter more.')).toBeVisible()
  expect(screen.getByText('Afterwards').query()).toBeNull()
  expect(place()).toBeCloseTo(before, 0)
})

test('empty, the button leads to the amount; with it, to the missing account', async () => {
  const { submit, screen, amount, send } = await show('WALLET')
  await send()
  await expect.element(screen.getByText('Please enter an amount.')).toBeVisible()
  await expect.element(amount).toHaveFocus()
  await amount.fill('20')
  await send()
  await expect.element(screen.getByRole('combobox', { name: 'To' })).toHaveFocus()
  expect(submit).not.toHaveBeenCalled()
})

test('two accounts of the same name are refused', async () => {
  const { submit, screen, amount, send, choose } = await show()
  await choose('To', 'Naga')
  await amount.fill('๑๐๐')
  await send()
  await expect.element(screen.getByText('Please choose two different accounts.')).toBeVisible()
  expect(submit).not.toHaveBeenCalled()
})

test('a missing account and a wrong amount are reported together', async () => {
  const { screen, amount, send } = await show('WALLET')
  await amount.fill('0.5')
  await send()
  await expect.element(screen.getByText('Please choose an account.')).toBeVisible()
  await expect.element(screen.getByText('The minimum is 1.00 ฿. Please enter more.')).toBeVisible()
})

test('after a refusal, choosing another account validates the amount again at once', async () => {
  const { screen, amount, send, choose } = await show()
  await amount.fill('120.01')
  await send()
  const refused = screen.getByText('There is not enough money for this. Please enter less.')
  await expect.element(refused).toBeVisible()
  await choose('From', 'Wallet')
  await choose('To', 'Naga')
  await expect.element(refused).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Swap the two' }).click()
  await expect.element(refused).toBeVisible()
})

test('shows both balances afterwards, swaps the accounts, and sends satang', async () => {
  const { submit, screen, amount, send } = await show()
  await amount.fill('๑๐๐.๕๐')
  await expect.element(screen.getByText(/^19\.50/u)).toBeVisible()
  await expect.element(screen.getByText(/^600\.50/u)).toBeVisible()
  await screen.getByRole('button', { name: 'Swap the two' }).click()
  await expect.element(screen.getByText(/^399\.50/u)).toBeVisible()
  await send()
  const sent = { from: 'WALLET', to: 'PG', amount: 100_50 }
  await expect.poll(() => submit).toHaveBeenCalledExactlyOnceWith(sent)
})

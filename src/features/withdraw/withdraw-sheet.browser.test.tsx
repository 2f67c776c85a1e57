import { describe, expect, onTestFinished, test } from 'vitest'
import { currentAmounts, lost, refusal, sayMoneyChanged } from '#components/test-screen.tsx'
import { hasExtension, noteExtensions } from '#lib/network/api-extensions.ts'
import { extensionNames } from '#api/test-extension-names.ts'
import { backend, sent, showSheet, stubWithdrawals, wallet } from './test-withdraw-sheet.tsx'

stubWithdrawals()

test.each([
  ['1e3', 'Please enter the amount in digits, such as 100 or 99.50.'],
  ['-5', 'Please enter an amount above zero.'],
  ['0.001', 'Please use at most two decimals.'],
  ['๙๙', 'The minimum is 100.00 ฿. Please enter more.'],
  ['5000.01', 'The maximum is 5,000.00 ฿. Please enter less.'],
])('%s is explained and not sent', async (typed, words) => {
  const { screen, enter } = await showSheet()
  await enter(typed)
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(sent()).toEqual([])
})

test('asks for confirmation, sends once, and says that it is on its way', async () => {
  const { screen, enter, confirm } = await showSheet()
  await enter('๑๐๐')
  await expect.element(screen.getByText('123-456-7890')).toBeVisible()
  await expect.element(screen.getByText(/8,130\.00/u)).toBeVisible()
  await confirm()
  await expect.element(screen.getByText('Your money is on its way')).toBeVisible()
  await expect
    .poll(sent)
    .toEqual([{ path: '/api/wallet/withdraw', body: { amount: 100 }, key: expect.any(String) }])
})

test('"all" is limited to the maximum of one withdrawal', async () => {
  const { screen } = await showSheet()
  await screen.getByRole('button', { name: 'All' }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue('5,000.00')
})

test('amounts of a wallet that cannot be fetched again look out of date', async () => {
  const { screen, enter } = await showSheet()
  await screen.getByRole('switch').click()
  await screen.getByRole('textbox', { name: 'Amount to withdraw' }).fill('100')
  await expect.poll(currentAmounts).toEqual(['8,480.00 ฿', '8,380.00 ฿', '250.00 ฿'])
  backend.wallet = () => refusal('INTERNAL_SERVER_ERROR', 500)
  sayMoneyChanged()
  await expect.poll(currentAmounts).toEqual([])
  await enter('100')
  await expect.element(screen.getByText('Wallet afterwards')).toBeVisible()
  // What is withdrawn is what the member has typed.
  await expect.poll(currentAmounts).toEqual(['100.00 ฿'])
})

test('a wallet that has shrunk meanwhile holds the withdrawal, and no amount "afterwards" is shown', async () => {
  const { screen, enter } = await showSheet()
  await enter('600')
  const confirm = screen.getByRole('button', { name: 'Confirm withdrawal' })
  await expect.element(confirm).toBeEnabled()
  await expect.element(screen.getByText('Wallet afterwards')).toBeVisible()
  backend.wallet = () => ({ ...wallet, wallet: { amount: 300 } })
  sayMoneyChanged()
  await expect.element(confirm).toBeDisabled()
  await expect
    .element(screen.getByText('There is not enough money for this. Please enter less.'))
    .toBeVisible()
  expect(screen.getByText('Wallet afterwards').query()).toBeNull()
  await screen.getByRole('button', { name: 'Change the amount' }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue('600.00')
})

test('a refusal is shown in place, and no amount "afterwards"', async () => {
  backend.answer = () => refusal('MONEY_NOT_ENOUGH')
  const { screen, enter, confirm } = await showSheet()
  await enter('100')
  const afterwards = screen.getByText('Wallet afterwards')
  await expect.element(afterwards).toBeVisible()
  await confirm()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(afterwards).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Change the amount' }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue('100.00')
})

test('after a lost answer the outcome is asked for, and nothing is sent twice', async () => {
  backend.answer = lost
  backend.outcome = { status: 'done', reply: { message: 'SUCCESS' } }
  const { screen, enter, confirm } = await showSheet()
  await enter('100')
  await confirm()
  await expect
    .element(screen.getByText('The connection was lost while we waited for the answer'))
    .toBeVisible()
  await expect.element(screen.getByText('Your money is on its way')).toBeVisible()
  await expect.poll(sent).toHaveLength(1)
})

test('once a doubtful one is put away, what is left is counted from what the wallet has now', async () => {
  const extensions = extensionNames.filter(hasExtension).join(', ')
  noteExtensions('')
  onTestFinished(() => noteExtensions(extensions))
  backend.answer = () => {
    wallet.wallet.amount = 8130
    return lost()
  }
  const { screen, enter, confirm } = await showSheet()
  await enter('100')
  const facts = screen.getByRole('dialog')
  await expect.element(facts).toHaveTextContent(/Wallet afterwards\s*8,130\.00/u)
  await confirm()
  await expect
    .element(screen.getByText('The result can no longer be checked.', { exact: false }))
    .toBeVisible()
  await expect.element(facts).not.toHaveTextContent('Wallet afterwards')
  await screen.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(facts).toHaveTextContent(/Wallet afterwards\s*8,030\.00/u)
})

describe('with money in games', () => {
  test('shows what moves first and what is left, then withdraws in one operation', async () => {
    wallet.wallet.amount = 100
    const { screen, enter, confirm } = await showSheet()
    await enter('300')
    await expect.element(screen.getByText(/not enough money/u)).toBeVisible()
    await screen.getByRole('switch', { name: 'Withdraw money in games too' }).click()
    await expect.element(screen.getByText(/not enough money/u)).not.toBeInTheDocument()
    await expect.element(screen.getByText('In the wallet and games')).toBeVisible()
    await screen.getByRole('button', { name: 'Continue' }).click()
    const facts = screen.getByRole('dialog')
    await expect.element(facts).toHaveTextContent(/First, from all games to the wallet\s*250\.00/u)
    await expect.element(facts).toHaveTextContent(/Wallet afterwards\s*50\.00/u)
    await expect.element(facts).toHaveTextContent(/In games afterwards\s*0\.00/u)
    await confirm()
    await expect.element(screen.getByText('Your money is on its way')).toBeVisible()
    await expect
      .poll(() => sent('/api/wallet/withdrawAll').map(({ body }) => body))
      .toEqual([{ amount: 300 }])
    expect(sent()).toEqual([])
  })

  test('a game that returns no money stops it, and the amount can be changed', async () => {
    backend.answer = () => refusal('TRANSFER_FAIL')
    const { screen, enter, confirm } = await showSheet()
    await screen.getByRole('switch', { name: 'Withdraw money in games too' }).click()
    await enter('300')
    await confirm()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(/did not go through/u)
    await screen.getByRole('button', { name: 'Change the amount' }).click()
    await expect.element(screen.getByRole('switch')).toHaveAttribute('aria-checked', 'true')
  })
})

test('an empty amount is answered at its field', async () => {
  const { screen, enter } = await showSheet()
  await enter('')
  await expect.element(screen.getByText('Please enter an amount.')).toBeVisible()
  await expect.element(screen.getByRole('textbox')).toHaveFocus()
})

test('one place says the error, what will be left, or the limits, and nothing moves', async () => {
  const { screen } = await showSheet()
  const amount = screen.getByRole('textbox')
  const go = screen.getByRole('button', { name: 'Continue' })
  // The sheet itself still rises.
  const place = () => go.element().getBoundingClientRect().top - amount.element().getBoundingClientRect().top
  await expect.element(amount).toHaveAccessibleDescription(/^From 100\.00\s฿ to 5,000\.00\s฿ at a time$/u)
  const before = place()
  await amount.fill('100')
  await expect.element(amount).toHaveAccessibleDescription(/^Left in the wallet afterwards: 8,130\.00\s฿$/u)
  await amount.fill('99')
  await go.click()
  await expect
    .element(amount)
    .toHaveAccessibleDescription(/^The minimum is 100\.00\s฿\. Please enter more\.$/u)
  expect(place()).toBeCloseTo(before, 0)
})

import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  currentAmounts,
  fetchShownAnew,
  lost,
  passTime,
  refusal,
  sayMoneyChanged,
  stillUntil,
} from '#components/test-screen.tsx'
import { formatDate, formatTime } from '#i18n/format.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { backend, pending, sent, showSheet, stubWithdrawals, wallet } from './test-withdraw-sheet.tsx'

stubWithdrawals()

test('while the site checks its ledger it says so, before and after; the withdrawal is accepted all the same', async () => {
  backend.limits = { ...backend.limits, payoutsStopped: true }
  const { screen, enter, confirm } = await showSheet()
  await expect.element(screen.getByText('Withdrawals are being checked')).toBeVisible()
  await enter('100')
  await confirm()
  await expect.element(screen.getByText('Your withdrawal is noted')).toBeVisible()
  await expect.element(screen.getByText('Withdrawals are being checked')).toBeVisible()
  expect(screen.getByText('Your money is on its way').query()).toBeNull()
  await expect.poll(sent).toHaveLength(1)
})

test('as many as may be pending hold the button, which says so; a refusal names its rule', async () => {
  backend.limits = { ...backend.limits, maxPending: 1 }
  backend.statements = [pending(120)]
  const { screen, enter, confirm } = await showSheet()
  const go = screen.getByRole('button', { name: 'Continue' })
  await expect.element(go).toBeDisabled()
  await expect
    .element(go)
    .toHaveAccessibleDescription('1 withdrawal can be on its way to the bank at a time.')
  backend.statements = [{ ...pending(120), status: 'SUCCESS' }]
  sayMoneyChanged()
  await enter('100')
  backend.answer = () =>
    Response.json(
      { message: 'KEY_INVALID', reason: 'above-maximum', minimum: 10, maximum: 50 },
      { status: 400 },
    )
  await confirm()
  await expect.element(screen.getByText('The maximum is 50.00 ฿. Please enter less.')).toBeVisible()
  backend.answer = () =>
    Response.json({ message: 'REQUEST_LIMIT', reason: 'too-many-pending' }, { status: 429 })
  await confirm()
  await expect.element(screen.getByText(/Too many withdrawals are on their way/u)).toBeVisible()
})

describe('an active bonus', () => {
  test('shows the turnover left, and links to it', async () => {
    backend.reward = { status: true, type: 'Welcome', toPlay: 350 }
    const { screen } = await showSheet()
    await expect.element(screen.getByText(/Before you can withdraw, 350\.00 ฿ must/u)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'See the bonus' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
  })

  test('does not hinder once its turnover is reached', async () => {
    backend.reward = { status: true, type: 'Welcome', toPlay: 0 }
    const { screen, enter } = await showSheet()
    await enter('100')
    await expect.element(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeVisible()
  })

  test('of a backend without details hinders nobody; its refusal links to the bonus', async () => {
    backend.reward = { status: true, type: 'day' }
    backend.answer = () => refusal('BONUS_CONDITION')
    const { screen, enter, confirm } = await showSheet()
    await expect.element(screen.getByText('Daily bonus')).toBeVisible()
    await enter('100')
    await confirm()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(/terms of your bonus/u)
    await expect.element(screen.getByRole('link', { name: 'See the bonus' })).toBeVisible()
  })
})

describe('deposits that need turnover first', () => {
  const words = 'You can withdraw once you have played 250.50 ฿ more of your deposits in games.'

  test('show how much is left, before the member tries', async () => {
    backend.limits = { ...backend.limits, toPlay: 250.5 }
    const { screen } = await showSheet()
    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
  })

  test('and after a refusal, if a deposit arrived meanwhile', async () => {
    backend.answer = () => {
      backend.limits = { ...backend.limits, toPlay: 250.5 }
      return refusal('BONUS_CONDITION')
    }
    const { screen, enter, confirm } = await showSheet()
    await enter('100')
    await confirm()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words)
    await expect.element(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeDisabled()
  })

  test('and after a refusal that is found only later', async () => {
    backend.answer = lost
    const { screen, enter } = await showSheet()
    await enter('100')
    const confirm = screen.getByRole('button', { name: 'Confirm withdrawal' })
    await expect.element(confirm).toBeEnabled()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ;(confirm.element() as HTMLElement).click()
    const again = screen.getByRole('button', { name: 'Check again' })
    while (!again.query()) await passTime(1000)
    vi.useRealTimers()
    backend.limits = { ...backend.limits, toPlay: 250.5 }
    backend.outcome = { status: 'failed', reply: { message: 'BONUS_CONDITION' } }
    await again.click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words)
  })

  test('hinder nobody once the turnover is reached', async () => {
    backend.limits = { ...backend.limits, toPlay: 0 }
    const { screen, enter } = await showSheet()
    await enter('100')
    await expect.element(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeEnabled()
  })
})

test('what is still to be played looks out of date offline, and when it could not be fetched again', async () => {
  backend.limits = { ...backend.limits, toPlay: 250.5 }
  backend.reward = { status: true, type: 'Welcome', toPlay: 350 }
  await showSheet()
  const left = () => currentAmounts().filter((amount) => amount === '250.50 ฿' || amount === '350.00 ฿')
  await expect.poll(left).toEqual(['350.00 ฿', '250.50 ฿', '350.00 ฿'])
  store.set(connectionAtom, 'offline')
  await expect.poll(left).toEqual([])
  store.set(connectionAtom, 'online')
  await expect.poll(left).toHaveLength(3)
  backend.limits = refusal('INTERNAL_SERVER_ERROR', 500)
  await fetchShownAnew()
  await expect.poll(left).toEqual(['350.00 ฿', '350.00 ฿'])
  expect(currentAmounts()).toContain('8,230.00 ฿')
})

describe('after a change of the bank account', () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const shown = new RegExp(`withdraw again from ${formatDate(until)} ${formatTime(until)}`, 'u')

  test('shows until when nothing can be withdrawn, before the member tries', async () => {
    backend.limits = { ...backend.limits, holdUntil: until }
    const { screen } = await showSheet()
    await expect.element(screen.getByText(shown)).toBeVisible()
    const go = screen.getByRole('button', { name: 'Continue' })
    await expect.element(go).toBeDisabled()
    await expect.element(go).toHaveAccessibleDescription('Withdrawals are on hold')
  })

  test('and after a refusal, if it was changed meanwhile', async () => {
    backend.answer = () => {
      backend.limits = { ...backend.limits, holdUntil: until }
      return refusal('WITHDRAW_HOLD')
    }
    const { screen, enter, confirm } = await showSheet()
    await enter('100')
    await confirm()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(shown)
    await expect.element(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeDisabled()
  })

  test('a refusal without a time is shown without one', async () => {
    backend.answer = () => refusal('WITHDRAW_HOLD')
    const { screen, enter, confirm } = await showSheet()
    await enter('100')
    await confirm()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(/on hold for 24 hours/u)
  })

  test('a hold that is over hinders nobody', async () => {
    backend.limits = { ...backend.limits, holdUntil: new Date(Date.now() - 1000).toISOString() }
    const { screen, enter } = await showSheet()
    await enter('100')
    await expect.element(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeEnabled()
  })
})

test('of several accounts the usual one is chosen; another one is named, and held for itself', async () => {
  noteExtensions('keys, acts, bank-accounts')
  const usual = { id: '1', bankCode: 'KBANK', isUsual: true, ...wallet.bankAccount }
  const other = { ...usual, id: '2', bankCode: 'SCB', isUsual: false, bankAccountNo: '5550000012' }
  backend.accounts = [usual, other]
  const { screen, enter, confirm } = await showSheet()
  const choice = screen.getByRole('group', { name: 'Choose the account' })
  await expect.element(choice.getByRole('button', { pressed: true })).toHaveTextContent('7890')
  await choice.getByRole('button', { name: /0012/u }).click()
  await enter('100')
  await confirm()
  await expect.poll(sent).toMatchObject([{ body: { amount: 100, bankAccount: '2' } }])

  backend.accounts = [usual, { ...other, heldUntil: new Date(Date.now() + 60_000).toISOString() }]
  const held = await showSheet()
  await expect.element(held.screen.getByRole('button', { name: 'Continue' }).last()).toBeEnabled()
  await held.screen.getByRole('button', { name: /0012/u }).last().click()
  await expect
    .element(held.screen.getByText(/This account was added a short while ago/u).last())
    .toBeVisible()
  await expect.element(held.screen.getByRole('button', { name: 'Continue' }).last()).toBeDisabled()
})

test('while the accounts are not known nothing can be withdrawn: what is paid is always named', async () => {
  noteExtensions('keys, acts, bank-accounts')
  const accountList = backend.accountList
  backend.accountList = lost
  backend.accounts = [{ id: '1', bankCode: 'KBANK', isUsual: true, ...wallet.bankAccount }]
  const { screen, enter, confirm } = await showSheet()
  await expect.element(screen.getByText('Your bank accounts could not be loaded')).toBeVisible()
  await screen.getByRole('textbox').fill('150')
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
  backend.accountList = accountList
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Your bank accounts could not be loaded')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('textbox')).toHaveValue('150')
  await enter('100')
  await confirm()
  await expect.poll(sent).toMatchObject([{ body: { amount: 100, bankAccount: '1' } }])
})

test('an amount that was typed offline stays while the accounts are fetched, and waits for them', async () => {
  noteExtensions('keys, acts, bank-accounts')
  backend.accounts = [{ id: '1', bankCode: 'KBANK', isUsual: true, ...wallet.bankAccount }]
  const { accountList } = backend
  let arrive: (list: unknown) => void = () => undefined
  backend.accountList = () => new Promise((resolve) => (arrive = resolve))
  store.set(connectionAtom, 'offline')
  const { screen, confirm } = await showSheet()
  await screen.getByRole('textbox', { name: 'Amount to withdraw' }).fill('100')
  store.set(connectionAtom, 'back')
  const go = screen.getByRole('button', { name: 'Continue' })
  await expect.element(go).toHaveAttribute('aria-busy', 'true')
  await expect.element(screen.getByRole('textbox')).toHaveValue('100')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('textbox')).toHaveFocus()
  arrive(accountList())
  await expect.element(go).toBeEnabled()
  await expect.element(screen.getByRole('textbox')).toHaveValue('100')
  await go.click()
  await confirm()
  await expect.poll(sent).toMatchObject([{ body: { amount: 100, bankAccount: '1' } }])
})

test('the account of the confirmation is paid and shown, also where another became the usual one meanwhile', async () => {
  noteExtensions('keys, acts, bank-accounts')
  const usual = { id: '1', bankCode: 'KBANK', isUsual: true, ...wallet.bankAccount }
  const other = { ...usual, id: '2', bankCode: 'SCB', isUsual: false, bankAccountNo: '5550000012' }
  backend.accounts = [usual, other]
  const { screen, enter, confirm } = await showSheet()
  await enter('100')
  await expect.element(screen.getByText('123-456-7890')).toBeVisible()
  // Chosen on another phone.
  backend.accounts = [
    { ...other, isUsual: true },
    { ...usual, isUsual: false },
  ]
  backend.wallet = () => ({ ...wallet, bankAccount: { ...wallet.bankAccount, bankAccountNo: '5550000012' } })
  await confirm()
  await expect.poll(sent).toMatchObject([{ body: { amount: 100, bankAccount: '1' } }])
  sayMoneyChanged()
  await expect.element(screen.getByText('Your money is on its way')).toBeVisible()
  await expect.element(screen.getByText('123-456-7890')).toBeVisible()
  expect(screen.getByText('555-000-0012').query()).toBeNull()
})

test('the hold of the chosen account does not move the choice under the finger', async () => {
  await page.viewport(360, 740)
  noteExtensions('keys, acts, bank-accounts')
  const usual = { id: '1', bankCode: 'KBANK', isUsual: true, ...wallet.bankAccount }
  const heldUntil = new Date(Date.now() + 60_000).toISOString()
  const other = { ...usual, id: '2', bankCode: 'SCB', isUsual: false, bankAccountNo: '5550000012', heldUntil }
  backend.accounts = [usual, other]
  const { screen } = await showSheet()
  const chip = screen.getByRole('button', { name: /0012/u })
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeEnabled()
  const place = () => chip.element().getBoundingClientRect().top
  const before = place()
  await chip.click()
  await expect.element(screen.getByText(/This account was added a short while ago/u)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
  expect(place()).toBe(before)
})

test('once the backend announces one account alone, the confirmation names that one, which is paid', async () => {
  noteExtensions('keys, acts, bank-accounts')
  const usual = { id: '1', bankCode: 'KBANK', isUsual: true, ...wallet.bankAccount }
  backend.accounts = [
    usual,
    { ...usual, id: '2', bankCode: 'SCB', isUsual: false, bankAccountNo: '5550000012' },
  ]
  const { screen, enter, confirm } = await showSheet()
  await screen.getByRole('button', { name: /0012/u }).click()
  await enter('100')
  await expect.element(screen.getByText(/0012/u).first()).toBeVisible()
  noteExtensions('keys, acts')
  await expect.element(screen.getByText(/7890/u).first()).toBeVisible()
  await confirm()
  await expect.poll(sent).toEqual([expect.objectContaining({ body: { amount: 100 } })])
})

test('a chosen account that is refused because it is held shows its hold in the form', async () => {
  noteExtensions('keys, acts, bank-accounts')
  const usual = { id: '1', bankCode: 'KBANK', isUsual: true, ...wallet.bankAccount }
  const other = { ...usual, id: '2', bankCode: 'SCB', isUsual: false, bankAccountNo: '5550000012' }
  backend.accounts = [usual, other]
  const { screen, enter, confirm } = await showSheet()
  await screen.getByRole('button', { name: /0012/u }).click()
  await enter('100')
  backend.answer = () => refusal('WITHDRAW_HOLD')
  backend.accounts = [usual, { ...other, heldUntil: new Date(Date.now() + 60_000).toISOString() }]
  await confirm()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await screen.getByRole('button', { name: 'Change the amount' }).click()
  await expect.element(screen.getByText(/This account was added a short while ago/u)).toBeVisible()
})

test('the form is shown once no card above it can push its button away any more', async () => {
  backend.statements = [pending(120)]
  let arrive: () => void = () => undefined
  backend.statementHeld = new Promise((resolve) => (arrive = resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { screen } = await showSheet()
  await stillUntil(() => sent('/api/statement').length > 0 && sent('/api/lookup/withdraw').length > 0)
  await passTime(1000)
  const go = screen.getByRole('button', { name: 'Continue' })
  expect(go.query()).toBeNull()
  vi.useRealTimers()
  arrive()
  await expect.element(go).toBeEnabled()
  await expect.element(screen.getByText('Your money is on its way')).toBeVisible()
})

test('a bonus, a refusal and a pending one share one card, the worst first; amount and button stay in sight', async () => {
  await page.viewport(360, 740)
  backend.reward = { status: true, type: 'Welcome', toPlay: 350 }
  backend.statements = [pending(120), { ...pending(300), status: 'FAILED' }]
  const { screen } = await showSheet()
  await expect.element(screen.getByText('Your last withdrawal came back')).toBeVisible()
  const titles = () => [...screen.baseElement.querySelectorAll('summary b')].map((title) => title.textContent)
  // The sheet of the test before may still be leaving.
  await expect.poll(titles).toEqual(['Welcome', 'Your last withdrawal came back', 'Your money is on its way'])
  await expect.element(screen.getByText(/Before you can withdraw, 350\.00 ฿ must/u)).toBeVisible()
  await expect.element(screen.getByText(/did not take 300\.00 ฿/u)).not.toBeVisible()
  const go = screen.getByRole('button', { name: 'Continue' })
  await expect.element(go).toHaveAccessibleDescription(/Still to be played before you can withdraw: 350\.00/u)
  for (const part of [screen.getByRole('textbox'), go]) {
    const { top, bottom } = part.element().getBoundingClientRect()
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThan(740)
  }
  await screen.getByText('Your last withdrawal came back').click()
  await expect.element(screen.getByText(/did not take 300\.00 ฿/u)).toBeVisible()
  await expect.element(screen.getByText(/Before you can withdraw/u)).not.toBeVisible()
})

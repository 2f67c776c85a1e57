import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Asked, lost, refusal, renderScreen, sayMoneyChanged, stubBackend } from '#data/test-screen.tsx'
import { formatDate, formatTime } from '#i18n/format.ts'
import { extensionNames } from '#lib/extension-names.ts'
import { hasExtension, noteExtensions } from '#lib/api-extensions.ts'
import { WithdrawSheet } from './withdraw-sheet.tsx'

const now = new Date().toISOString()
const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
  bankAccount: {
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: '1234567890',
    bank: { nameTH: 'กสิกรไทย' },
  },
  wallet: { amount: 8230 },
  slots: [{ code: 'PG', name: 'Naga', category: 'slot', amount: 250, isActive: true }],
}

let asked: Asked[]
let answer: () => unknown
let outcome: object
let limits: object
let reward: object
let statements: object[]
let accounts: object[]
let cancelled: () => unknown

beforeEach(() => {
  answer = () => ({ message: 'SUCCESS' })
  outcome = { status: 'unknown' }
  limits = { withdrawMin: 100, withdrawMax: 5000 }
  reward = { status: false, type: '' }
  statements = []
  accounts = []
  cancelled = () => ({ message: 'SUCCESS' })
  asked = stubBackend({
    '/api/wallet': () => wallet,
    '/api/lookup/withdraw': () => limits,
    '/api/bonus/check/active': () => reward,
    '/api/statement': () => ({ total: statements.length, statements }),
    '/api/acts': () => outcome,
    '/api/wallet/withdraw': () => answer(),
    '/api/wallet/withdrawAll': () => answer(),
    '/api/wallet/withdraw/w1/cancel': () => cancelled(),
    '/api/account/bankAccounts': () => ({ accounts, maximum: 5 }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const pending = (amount: number) => ({
  statementType: 'withdraw',
  from: 'WALLET',
  to: 'KBANK',
  createdAt: new Date().toISOString(),
  status: 'PROCESSING',
  amount,
})

const sent = (path = '/api/wallet/withdraw') => asked.filter((one) => one.path === path)

async function show() {
  const screen = await renderScreen(<WithdrawSheet onClose={vi.fn<() => void>()} />)
  const enter = async (typed: string) => {
    await screen.getByRole('textbox', { name: 'Amount to withdraw' }).fill(typed)
    await screen.getByRole('button', { name: 'Continue' }).click()
  }
  const confirm = () => screen.getByRole('button', { name: 'Confirm withdrawal' }).click()
  return { screen, enter, confirm }
}

test.each([
  ['1e3', 'Please enter the amount in digits, such as 100 or 99.50.'],
  ['-5', 'Please enter an amount above zero.'],
  ['0.001', 'Please use at most two decimals.'],
  ['๙๙', 'The minimum is 100.00 ฿. Please enter more.'],
  ['5000.01', 'The maximum is 5,000.00 ฿. Please enter less.'],
])('%s is explained and not sent', async (typed, words) => {
  const { screen, enter } = await show()
  await enter(typed)
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(sent()).toEqual([])
})

test('asks for confirmation, sends once, and says that it is on its way', async () => {
  const { screen, enter, confirm } = await show()
  await enter('๑๐๐')
  await expect.element(screen.getByText('123-456-7890')).toBeVisible()
  await expect.element(screen.getByText(/8,130\.00/u)).toBeVisible()
  await confirm()
  await expect.element(screen.getByText('Your money is on its way')).toBeVisible()
  await expect
    .poll(sent)
    .toEqual([{ path: '/api/wallet/withdraw', body: { amount: 100 }, key: expect.any(String) }])
})

test('while the site checks its ledger it says so, before and after; the withdrawal is accepted all the same', async () => {
  limits = { ...limits, payoutsStopped: true }
  const { screen, enter, confirm } = await show()
  await expect.element(screen.getByText('Withdrawals are being checked')).toBeVisible()
  await enter('100')
  await confirm()
  await expect.element(screen.getByText('Your withdrawal is noted')).toBeVisible()
  await expect.element(screen.getByText('Withdrawals are being checked')).toBeVisible()
  expect(screen.getByText('Your money is on its way').query()).toBeNull()
  await expect.poll(sent).toHaveLength(1)
})

test('as many as may be pending hold the button, which says so; a refusal names its rule', async () => {
  limits = { ...limits, maxPending: 1 }
  statements = [pending(120)]
  const { screen, enter, confirm } = await show()
  const go = screen.getByRole('button', { name: 'Continue' })
  await expect.element(go).toBeDisabled()
  await expect
    .element(go)
    .toHaveAccessibleDescription('1 withdrawal can be on its way to the bank at a time.')
  statements = [{ ...pending(120), status: 'SUCCESS' }]
  sayMoneyChanged()
  await enter('100')
  answer = () =>
    Response.json(
      { message: 'KEY_INVALID', reason: 'above-maximum', minimum: 10, maximum: 50 },
      { status: 400 },
    )
  await confirm()
  await expect.element(screen.getByText('The maximum is 50.00 ฿. Please enter less.')).toBeVisible()
  answer = () => Response.json({ message: 'REQUEST_LIMIT', reason: 'too-many-pending' }, { status: 429 })
  await confirm()
  await expect.element(screen.getByText(/Too many withdrawals are on their way/u)).toBeVisible()
})

test('"all" is limited to the maximum of one withdrawal', async () => {
  const { screen } = await show()
  await screen.getByRole('button', { name: 'All' }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue('5,000.00')
})

test('a refusal is shown in place', async () => {
  answer = () => refusal('MONEY_NOT_ENOUGH')
  const { screen, enter, confirm } = await show()
  await enter('100')
  await confirm()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await screen.getByRole('button', { name: 'Change the amount' }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue('100.00')
})

test('after a lost answer the outcome is asked for, and nothing is sent twice', async () => {
  answer = lost
  outcome = { status: 'done', reply: { message: 'SUCCESS' } }
  const { screen, enter, confirm } = await show()
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
  onTestFinished(() => {
    noteExtensions(extensions)
    wallet.wallet.amount = 8230
  })
  answer = () => {
    wallet.wallet.amount = 8130
    return lost()
  }
  const { screen, enter, confirm } = await show()
  await enter('100')
  const facts = screen.getByRole('dialog')
  await expect.element(facts).toHaveTextContent(/Wallet afterwards\s*8,130\.00/u)
  await confirm()
  await expect.element(screen.getByText('We do not know yet whether it went through')).toBeVisible()
  await expect.element(facts).not.toHaveTextContent('Wallet afterwards')
  await screen.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(facts).toHaveTextContent(/Wallet afterwards\s*8,030\.00/u)
})

describe('with money in games', () => {
  test('shows what moves first and what is left, then withdraws in one operation', async () => {
    wallet.wallet.amount = 100
    const { screen, enter, confirm } = await show()
    await enter('300')
    await expect.element(screen.getByText(/not enough money/u)).toBeVisible()
    await screen.getByRole('switch', { name: 'Take out what is in games too' }).click()
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
    wallet.wallet.amount = 8230
  })

  test('a game that returns no money stops it, and the amount can be changed', async () => {
    answer = () => refusal('TRANSFER_FAIL')
    const { screen, enter, confirm } = await show()
    await screen.getByRole('switch', { name: 'Take out what is in games too' }).click()
    await enter('300')
    await confirm()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(/did not go through/u)
    await screen.getByRole('button', { name: 'Change the amount' }).click()
    await expect.element(screen.getByRole('switch')).toHaveAttribute('aria-checked', 'true')
  })
})

describe('an active bonus', () => {
  test('shows the turnover left, and links to it', async () => {
    reward = { status: true, type: 'Welcome', toPlay: 350 }
    const { screen } = await show()
    await expect.element(screen.getByText(/Before you can withdraw, 350\.00 ฿ must/u)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'See the bonus' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
  })

  test('does not hinder once its turnover is reached', async () => {
    reward = { status: true, type: 'Welcome', toPlay: 0 }
    const { screen, enter } = await show()
    await enter('100')
    await expect.element(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeVisible()
  })

  test('of a backend without details hinders nobody; its refusal links to the bonus', async () => {
    reward = { status: true, type: 'day' }
    answer = () => refusal('BONUS_CONDITION')
    const { screen, enter, confirm } = await show()
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
    limits = { ...limits, toPlay: 250.5 }
    const { screen } = await show()
    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
  })

  test('and after a refusal, if a deposit arrived meanwhile', async () => {
    answer = () => {
      limits = { ...limits, toPlay: 250.5 }
      return refusal('BONUS_CONDITION')
    }
    const { screen, enter, confirm } = await show()
    await enter('100')
    await confirm()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words)
    await expect.element(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeDisabled()
  })

  test('hinder nobody once the turnover is reached', async () => {
    limits = { ...limits, toPlay: 0 }
    const { screen, enter } = await show()
    await enter('100')
    await expect.element(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeEnabled()
  })
})

describe('after a change of the bank account', () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const shown = new RegExp(`withdraw again from ${formatDate(until)} ${formatTime(until)}`, 'u')

  test('shows until when nothing can be withdrawn, before the member tries', async () => {
    limits = { ...limits, holdUntil: until }
    const { screen } = await show()
    await expect.element(screen.getByText(shown)).toBeVisible()
    const go = screen.getByRole('button', { name: 'Continue' })
    await expect.element(go).toBeDisabled()
    await expect.element(go).toHaveAccessibleDescription('Withdrawals are on hold')
  })

  test('and after a refusal, if it was changed meanwhile', async () => {
    answer = () => {
      limits = { ...limits, holdUntil: until }
      return refusal('WITHDRAW_HOLD')
    }
    const { screen, enter, confirm } = await show()
    await enter('100')
    await confirm()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(shown)
    await expect.element(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeDisabled()
  })

  test('a refusal without a time is shown without one', async () => {
    answer = () => refusal('WITHDRAW_HOLD')
    const { screen, enter, confirm } = await show()
    await enter('100')
    await confirm()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(/on hold for 24 hours/u)
  })

  test('a hold that is over hinders nobody', async () => {
    limits = { ...limits, holdUntil: new Date(Date.now() - 1000).toISOString() }
    const { screen, enter } = await show()
    await enter('100')
    await expect.element(screen.getByRole('button', { name: 'Confirm withdrawal' })).toBeEnabled()
  })
})

test('of several accounts the usual one is chosen; another one is named, and held for itself', async () => {
  noteExtensions('keys, acts, bank-accounts')
  const usual = { id: '1', bankCode: 'KBANK', isUsual: true, ...wallet.bankAccount }
  const other = { ...usual, id: '2', bankCode: 'SCB', isUsual: false, bankAccountNo: '5550000012' }
  accounts = [usual, other]
  const { screen, enter, confirm } = await show()
  const choice = screen.getByRole('group', { name: 'Choose the account' })
  await expect.element(choice.getByRole('button', { pressed: true })).toHaveTextContent('7890')
  await choice.getByRole('button', { name: /0012/u }).click()
  await enter('100')
  await confirm()
  await expect.poll(sent).toMatchObject([{ body: { amount: 100, bankAccount: '2' } }])

  accounts = [usual, { ...other, heldUntil: new Date(Date.now() + 60_000).toISOString() }]
  const held = await show()
  await expect.element(held.screen.getByRole('button', { name: 'Continue' }).last()).toBeEnabled()
  await held.screen.getByRole('button', { name: /0012/u }).last().click()
  await expect
    .element(held.screen.getByText(/This account was added a short while ago/u).last())
    .toBeVisible()
  await expect.element(held.screen.getByRole('button', { name: 'Continue' }).last()).toBeDisabled()
})

describe('a withdrawal is followed while the sheet is open', () => {
  type Screen = Awaited<ReturnType<typeof show>>['screen']
  const steps = (screen: Screen) => screen.getByRole('list', { name: /^Step/u })
  const step = (screen: Screen) => screen.baseElement.querySelector('[aria-current=step]')
  const here = (screen: Screen) => step(screen)?.firstChild?.textContent

  test('from sending it to its arrival, each step announced politely', async () => {
    const { screen, enter, confirm } = await show()
    await enter('100')
    answer = () => {
      statements = [pending(100)]
      return { message: 'SUCCESS' }
    }
    await confirm()
    await expect.poll(() => here(screen)).toBe('Sent')
    const news = screen.getByRole('status').first()
    statements = [{ ...pending(100), handedAt: now }]
    sayMoneyChanged()
    await expect.poll(() => here(screen)).toBe('With the bank')
    await expect.element(news).toHaveTextContent('With the bank')
    statements = [{ ...pending(100), status: 'SUCCESS' }]
    sayMoneyChanged()
    await expect.element(screen.getByText('The money is in your account').last()).toBeVisible()
    await expect.element(news).toHaveTextContent('The money is in your account')
    expect(here(screen)).toBeUndefined()
  })

  test('each step has its time, and the end is expected; past that it takes longer', async () => {
    const row = { ...pending(100), createdAt: '2026-11-20T03:00:00Z', handedAt: now }
    const inTime = new Date(Date.now() + 60_000).toISOString()
    statements = [{ ...row, withdrawal: { handedAt: now, expectedAt: inTime } }]
    const { screen } = await show()
    await expect.element(steps(screen)).toHaveTextContent(/10:00/u)
    await expect.poll(() => step(screen)?.textContent).toContain(formatTime(now))
    await expect.element(screen.getByText(/Should arrive by about/u)).toBeVisible()
    statements = [{ ...row, withdrawal: { handedAt: now, expectedAt: '2026-11-20T03:20:00Z' } }]
    sayMoneyChanged()
    await expect.element(screen.getByText(/It takes longer than usual/u)).toBeVisible()
  })

  test('one that waits is cancelled after a question; too late is said', async () => {
    noteExtensions('keys, acts, withdrawals')
    const row = { ...pending(100), reference: 'w1', withdrawal: { mayCancel: true } }
    statements = [row]
    cancelled = () => refusal('WITHDRAW_TOO_LATE')
    const { screen } = await show()
    const ask = screen.getByRole('button', { name: 'Cancel withdrawal' })
    const dialog = screen.getByRole('alertdialog')
    await ask.click()
    await dialog.getByRole('button', { name: 'Cancel withdrawal' }).click()
    await expect.element(screen.getByText(/It is too late to cancel/u)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    cancelled = () => {
      statements = [{ ...row, status: 'FAILED', withdrawal: { isCancelled: true } }]
      return { message: 'SUCCESS' }
    }
    await ask.click()
    await dialog.getByRole('button', { name: 'Cancel withdrawal' }).click()
    await expect.element(screen.getByText('Cancelled. The money is back in your wallet.')).toBeVisible()
    await expect.poll(() => steps(screen).query()).toBeNull()
    expect(sent('/api/wallet/withdraw/w1/cancel')).toHaveLength(2)
  })

  test('a backend that cannot cancel is not asked to', async () => {
    noteExtensions('keys, acts')
    statements = [{ ...pending(100), reference: 'w1', withdrawal: { mayCancel: true } }]
    const { screen } = await show()
    await expect.element(steps(screen)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cancel withdrawal' }).query()).toBeNull()
  })

  test('a refusal says where the money is', async () => {
    const { screen, enter, confirm } = await show()
    await enter('100')
    await confirm()
    statements = [{ ...pending(100), status: 'FAILED' }]
    sayMoneyChanged()
    await expect.element(screen.getByText('Your last withdrawal came back')).toBeVisible()
    await expect
      .element(screen.getByText('The bank did not take it. The money is back in your wallet.').last())
      .toBeVisible()
    expect(steps(screen).query()).toBeNull()
  })

  test('also one that was pending when the sheet was opened', async () => {
    const row = pending(120)
    statements = [row]
    const { screen } = await show()
    const waiting = screen.getByRole('list', { name: 'Your money is on its way' })
    await expect.element(waiting).toBeVisible()
    await expect.poll(() => here(screen)).toBe('Sent')
    statements = [{ ...row, handedAt: now }]
    sayMoneyChanged()
    await expect.poll(() => here(screen)).toBe('With the bank')
    statements = [{ ...row, status: 'SUCCESS' }]
    sayMoneyChanged()
    await expect.element(screen.getByText('The money is in your account').last()).toBeVisible()
    await expect.element(screen.getByRole('status')).toHaveTextContent('The money is in your account')
  })
})

test('a bonus, a refusal and a pending one share one card, the worst first; amount and button stay in sight', async () => {
  await page.viewport(360, 740)
  reward = { status: true, type: 'Welcome', toPlay: 350 }
  statements = [pending(120), { ...pending(300), status: 'FAILED' }]
  const { screen } = await show()
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

test('an empty amount is answered at its field', async () => {
  const { screen, enter } = await show()
  await enter('')
  await expect.element(screen.getByText('Please enter an amount.')).toBeVisible()
  await expect.element(screen.getByRole('textbox')).toHaveFocus()
})

test('one place says the error, what will be left, or the limits, and nothing moves', async () => {
  const { screen } = await show()
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

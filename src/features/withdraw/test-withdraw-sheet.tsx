import { afterEach, beforeEach, vi } from 'vitest'
import { type Asked, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { WithdrawSheet } from './withdraw-sheet.tsx'

export const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
  bankAccount: {
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: '1234567890',
    bank: { nameTH: 'กสิกรไทย' },
  },
  wallet: { amount: 0 },
  slots: [{ code: 'PG', name: 'Naga', category: 'slot', amount: 250, isActive: true }],
}

interface Backend {
  /** The answer to the wallet's query. */
  wallet: () => unknown
  limits: object
  reward: object
  statements: object[]
  /** Holds the statement back until it resolves. */
  statementHeld: Promise<void> | undefined
  accounts: object[]
  /** The answer to the accounts' query. */
  accountList: () => unknown
  /** The answer to a withdrawal. */
  answer: () => unknown
  /** The outcome of an operation whose answer was lost. */
  outcome: object
  /** The answer to cancelling one. */
  cancelled: () => unknown
}

const untouched = (): Backend => ({
  wallet: () => wallet,
  limits: { withdrawMin: 100, withdrawMax: 5000 },
  reward: { status: false, type: '' },
  statements: [],
  statementHeld: undefined,
  accounts: [],
  accountList: () => ({ accounts: backend.accounts, maximum: 5 }),
  answer: () => ({ message: 'SUCCESS' }),
  outcome: { status: 'unknown' },
  cancelled: () => ({ message: 'SUCCESS' }),
})

/** What the stubbed backend says; new before each test. */
export const backend = untouched()

let asked: Asked[]

/** Answers the sheet's calls. */
export function stubWithdrawals(): void {
  beforeEach(() => {
    Object.assign(backend, untouched())
    wallet.wallet.amount = 8230
    asked = stubBackend({
      '/api/wallet': () => backend.wallet(),
      '/api/lookup/withdraw': () => backend.limits,
      '/api/bonus/check/active': () => backend.reward,
      '/api/statement': async ({ body }) => {
        await backend.statementHeld
        const statements = backend.statements.slice(0, (body as { limit: number }).limit)
        return { total: backend.statements.length, statements }
      },
      '/api/acts': () => backend.outcome,
      '/api/wallet/withdraw': () => backend.answer(),
      '/api/wallet/withdrawAll': () => backend.answer(),
      '/api/wallet/withdraw/w1/cancel': () => backend.cancelled(),
      '/api/account/bankAccounts': () => backend.accountList(),
    })
  })
  afterEach(() => vi.unstubAllGlobals())
}

/** The withdrawals that were sent. */
export const sent = (path = '/api/wallet/withdraw') => asked.filter((one) => one.path === path)

/** A statement row of one that is under way. */
export const pending = (amount: number) => ({
  statementType: 'withdraw',
  from: 'WALLET',
  to: 'KBANK',
  createdAt: new Date().toISOString(),
  status: 'PROCESSING',
  amount,
})

export async function showSheet() {
  const screen = await renderScreen(<WithdrawSheet onClose={vi.fn<() => void>()} />)
  const enter = async (typed: string) => {
    await screen.getByRole('textbox', { name: 'Amount to withdraw' }).fill(typed)
    await screen.getByRole('button', { name: 'Continue' }).click()
  }
  const confirm = () => screen.getByRole('button', { name: 'Confirm withdrawal' }).click()
  return { screen, enter, confirm }
}

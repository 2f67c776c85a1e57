import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as account from '#api/contract/account.ts'
import { listBankAccounts, removeBankAccount } from '#api/contract/bank-account.ts'
import { autoLogin } from '#api/contract/auto-login.ts'
import { confirmLimit, setLimit, setTimeLimit } from '#api/contract/limits.ts'
import { createQr } from '#api/contract/qrcode.ts'
import * as wallet from '#api/contract/wallet.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import type { TestMember } from '../modules/test-server.ts'
import { provePhone } from '../modules/otp/test-otp.ts'
import { type CodeWays, newAccountNo, newPhone } from './test-code-world.ts'

const slot = { params: { slot: 'PG' } }
const gift = 'U2FsdGVkX1+not-sealed'
const move = ({ request }: TestMember, to: string, amount = 10) =>
  request(wallet.transfer, { body: { from: 'WALLET', to, amount } })
const upload = ({ request }: TestMember, file?: File) => request(wallet.uploadSlip, { file })
const withdraw = ({ request }: Pick<TestMember, 'request'>, amount = 100) =>
  request(wallet.withdraw, { body: { amount } })

/** For each error code of money and games, the calls that make the server answer with it. */
export const moneyCodes: CodeWays = {
  GAME_ACTIVATION_FAIL: async ({ armed, player }) => {
    const { request } = await player()
    const { username } = (await request(wallet.getGameAccount, slot)).body
    return armed('game:PG', () => request(autoLogin, { params: { game: 'pg', username } }))
  },
  REQUEST_LIMIT: async ({ player }) => {
    const member = await player()
    for (let n = 0; n < 3; n += 1) await withdraw(member)
    return withdraw(member)
  },
  NO_BANK: async ({ server }) => withdraw(await server.newMember({ wallet: 10_000, hasBank: false })),
  WITHDRAW_HOLD: async ({ server }) => {
    const username = newPhone()
    const member = await server.newMember({ wallet: 10_000, username })
    const otpToken = await provePhone(server.db, member.request, username)
    const bank = { bankCode: 'SCB', bankAccountName: 'SOMYING', bankAccountNo: newAccountNo() }
    await member.request(account.updateProfile, { body: { name: 'Somying', ...bank, otpToken } })
    return withdraw(member)
  },
  BANK_ACCOUNT_LIMIT: async ({ owner, addAccount }) => {
    const member = await owner()
    for (let n = 1; n < 5; n += 1) await addAccount(member)
    return addAccount(member)
  },
  BANK_ACCOUNT_IN_USE: async ({ owner }) => {
    const { request } = await owner()
    const [usual] = (await request(listBankAccounts)).body.accounts
    return request(removeBankAccount, { params: { id: usual?.id ?? '' } })
  },
  WITHDRAW_TOO_LATE: async ({ server, player }) => {
    const member = await player()
    await withdraw(member)
    const [row] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
    const { id = '' } = row ?? {}
    await server.submitForm('/withdrawals/refuse', await server.decisionOf(id))
    return member.request(cancelWithdrawal, { params: { id } })
  },
  SLOT_ALREADY_ACTIVE: async ({ player }) => (await player()).request(wallet.activateGame, slot),
  SLOT_ACTIVATE_FAIL: async ({ server, armed }) => {
    const { request } = await server.newMember()
    return armed('game:PG', () => request(wallet.activateGame, slot))
  },
  SLOT_NO_ACCOUNT: async ({ server }) => (await server.newMember()).request(wallet.getGameAccount, slot),
  SLOT_RESET_PASSWORD_FAIL: async ({ armed, player }) => {
    const { request } = await player()
    return armed('game:PG', () => request(wallet.resetGamePassword, slot))
  },
  TRANSFER_MINIMUM: async ({ player }) => move(await player(), 'PG', 0.99),
  NO_GAME: async ({ player }) => move(await player(), 'CHESS'),
  MONEY_NOT_ENOUGH: async ({ player }) => move(await player(), 'PG', 5000),
  TRANSFER_FAIL: async ({ armed, player }) => {
    const member = await player()
    return armed('game:PG', () => move(member, 'PG'))
  },
  LOSS_LIMIT: async ({ player }) => {
    const member = await player()
    await member.request(setLimit, { body: { kind: 'loss', period: 'day', amount: 1 } })
    return move(member, 'PG')
  },
  TIME_LIMIT: async ({ player }) => {
    const member = await player()
    await member.request(setTimeLimit, { body: { period: 'day', minutes: 0 } })
    return move(member, 'PG')
  },
  DEPOSIT_LIMIT: async ({ player }) => {
    const { request } = await player()
    await request(setLimit, { body: { kind: 'deposit', period: 'month', amount: 1 } })
    return request(createQr, { params: { code: 'KBANK' }, body: { amount: 100 } })
  },
  LIMIT_WAIT: async ({ player }) => {
    const { request } = await player()
    const name = { kind: 'loss', period: 'day' } as const
    for (const amount of [1, 2]) await request(setLimit, { body: { ...name, amount } })
    return request(confirmLimit, { body: name })
  },
  QR_FAIL: async ({ player }) =>
    (await player()).request(createQr, { params: { code: 'BITCOIN' }, body: { amount: 100 } }),
  SLIP_UPLOAD_FAIL: async ({ setting, player }) => {
    const member = await player()
    const closed = { enabled: false, closedFrom: '', closedUntil: '' }
    return setting('slip', closed, () => upload(member, new File(['x'], 'slip.png')))
  },
  SLIP_NO_FILE: async ({ player }) => upload(await player()),
  SLIP_INVALID_FILE: async ({ player }) => upload(await player(), new File(['a slip'], 'slip.png')),
  TRUELINK_DUPLICATE: async ({ server, player }) => {
    const { default: AES } = await import('crypto-js/aes.js')
    const { request } = await player()
    const text = `https://gift.truemoney.com/campaign/?v=${randomUUID().replaceAll('-', '')}::Champa Sandbox`
    const body = { link: AES.encrypt(text, server.context.config.truelinkKey).toString() }
    await request(wallet.sendTrueLink, { body })
    return request(wallet.sendTrueLink, { body })
  },
  TRUELINK_INVALID: async ({ player }) =>
    (await player()).request(wallet.sendTrueLink, { body: { link: gift } }),
  INTERNAL_SERVER_ERROR: async ({ player, broken }) =>
    broken((await player()).request.token, ({ request }) => withdraw({ request })),
  KEY_INVALID: async ({ player }) => withdraw(await player(), 1),
  SUCCESS: async ({ player }) => withdraw(await player()),
  IDEMPOTENCY_MISMATCH: async ({ player }) => {
    const { request } = await player()
    const key = randomUUID()
    await request(wallet.withdraw, { body: { amount: 100 }, key })
    return request(wallet.withdraw, { body: { amount: 200 }, key })
  },
}

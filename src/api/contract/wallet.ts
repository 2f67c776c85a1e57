import * as v from 'valibot'
import { bankAccount, profile } from './profile.ts'
import { memberCall, operation } from './call.ts'
import { addition, listOf, message, shortText, text } from './fields.ts'
import { money, positiveMoney } from './money.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    'at-most': true
  }
}

const gameSlot = v.object({
  code: v.string(),
  name: v.string(),
  logo: text,
  background: text,
  /** A game of another kind stands among the slots: its money is the member's all the same. */
  category: v.fallback(v.picklist(['slot', 'sport', 'lotto']), 'slot'),
  amount: v.nullish(money, 0),
  isActive: v.nullish(v.boolean(), false),
  /** No longer playable; its money can be moved out. */
  closed: addition(v.optional(v.boolean())),
  /** Addresses to play at; empty if the game has none for that platform. */
  web: text,
  android: text,
  ios: text,
})
export type GameSlot = v.InferOutput<typeof gameSlot>

const userWallet = v.object({
  profile,
  bankAccount: v.nullish(bankAccount),
  wallet: v.object({ amount: money }),
  invite: v.nullish(v.object({ amount: v.nullish(money, 0), success: text, fail: text }), {
    amount: 0,
    success: '',
    fail: '',
  }),
  slots: v.nullish(listOf(gameSlot), []),
  /** On its way between wallet and games: neither has it. */
  moving: addition(v.optional(money)),
})
export type UserWallet = v.InferOutput<typeof userWallet>

/** The side of a transfer that is the wallet. */
export const WALLET = 'WALLET'
/** `WALLET`, or a game's code. */
const side = v.pipe(shortText, v.nonEmpty())
const moved = v.object({ message: v.string(), amount: v.nullish(money) })
/** The smallest transfer of a given amount, in satang: one baht. */
export const MIN_TRANSFER = 1_00
const transferErrors = [
  'TRANSFER_FAIL',
  'NO_GAME',
  'SLOT_NO_ACCOUNT',
  'LOSS_LIMIT',
  'TIME_LIMIT',
  'PLAY_BREAK',
] as const
const withdrawErrors = [
  'UNVERIFIED_OTP',
  'MONEY_NOT_ENOUGH',
  'NO_BANK',
  'WITHDRAW_HOLD',
  'BONUS_CONDITION',
] as const

export const getWallet = memberCall('getWallet', 'GET /api/wallet', {
  reply: userWallet,
})

export const refreshSlots = memberCall('refreshSlots', 'GET /api/wallet/refresh/slot', {
  reply: userWallet,
})

/** The sandbox's simulated bank transfer. No screen calls it. */
export const addMoney = operation('addMoney', 'POST /api/wallet/add', {
  body: v.object({ amount: positiveMoney }),
  reply: message,
})

export const transfer = operation('transfer', 'POST /api/wallet/transfer', {
  body: v.object({ from: side, to: side, amount: money }),
  reply: moved,
  errors: [...transferErrors, 'MONEY_NOT_ENOUGH', 'TRANSFER_MINIMUM', 'BONUS_REMAINING', 'NO_WALLET'],
})

export const transferAll = operation('transferAll', 'POST /api/wallet/transferAll', {
  extensionFields: { atMost: 'at-most' },
  /** `atMost`, for a transfer into a game: the amount that the wallet was shown to hold. Money that has arrived since stays in the wallet. */
  body: v.object({ to: side, atMost: v.optional(positiveMoney) }),
  reply: moved,
  errors: transferErrors,
})

const withdrawal = v.object({
  amount: positiveMoney,
  /** Above an amount that the house sets, a withdrawal needs a proof: of a passkey, or of a code sent for it. */
  otpToken: v.optional(shortText),
  /** One of the member's own, by its id; the usual one without it. */
  bankAccount: v.optional(shortText),
})
const withdrawalFields = { otpToken: 'withdraw-proof', bankAccount: 'bank-accounts' } as const

export const withdraw = operation('withdraw', 'POST /api/wallet/withdraw', {
  extensionFields: withdrawalFields,
  body: withdrawal,
  reply: message,
  errors: withdrawErrors,
})

export const withdrawAll = operation('withdrawAll', 'POST /api/wallet/withdrawAll', {
  extensionFields: withdrawalFields,
  body: withdrawal,
  reply: message,
  errors: [...withdrawErrors, 'TRANSFER_FAIL'],
})

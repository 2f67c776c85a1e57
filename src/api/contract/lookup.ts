import * as v from 'valibot'
import { memberCall, publicCall } from './call.ts'
import { addition, count, html, listOf, text, time } from './fields.ts'
import { money } from './money.ts'

const flag = v.object({ enabled: v.boolean() })

export const bank = v.object({ code: v.string(), nameTH: text, nameEN: text })

const depositBank = v.object({
  /** `BANK` (by account number), `QR` (a bank's QR, such as KBANK) or `PAYMENT` (a payment provider's QR). */
  bankType: v.string(),
  bankCode: v.string(),
  /** `AUTO` or any other value. */
  mode: text,
  bank: v.nullish(v.object({ nameTH: text, nameEN: text }), { nameTH: '', nameEN: '' }),
  bankAccountName: text,
  bankAccountNo: text,
  currency: text,
})

export const lookupBanks = publicCall('lookupBanks', 'GET /api/lookup/banks', {
  reply: listOf(bank),
})

export const lookupDeposit = memberCall('lookupDeposit', 'GET /api/lookup/deposit', {
  reply: v.object({
    banks: v.nullish(listOf(depositBank), []),
    /** `walletAccountNo` is the wallet's phone number. */
    wallets: v.nullish(
      listOf(v.object({ walletAccountName: v.string(), walletAccountNo: addition(text) })),
      [],
    ),
    isManual: v.nullish(v.boolean(), false),
    /** How many times a deposit must be wagered in games before money can be withdrawn. Missing if there is no such rule. */
    turnoverTimes: addition(v.nullish(count)),
    /** The largest amount of one QR. Missing if the backend does not say. */
    qrMaximum: addition(v.nullish(money)),
  }),
})

export const lookupConditions = publicCall('lookupConditions', 'GET /api/lookup/conditions', {
  reply: v.object({ conditions: html }),
})

export const lookupAgreements = publicCall('lookupAgreements', 'GET /api/lookup/agreements', {
  reply: listOf(v.string()),
})

export const lookupInfo = publicCall('lookupInfo', 'GET /api/lookup/info', {
  reply: v.object({ name: v.string(), website: text }),
})

export const lookupNotice = publicCall('lookupNotice', 'GET /api/lookup/notice', {
  reply: v.object({ notice: html }),
})

export const lookupContact = publicCall('lookupContact', 'GET /api/lookup/contact', {
  reply: v.object({ contactText: html, link: text, name: text, qr: text }),
})

export const lookupWithdraw = memberCall('lookupWithdraw', 'GET /api/lookup/withdraw', {
  reply: v.object({
    withdrawMin: money,
    withdrawMax: money,
    /** Withdrawals are held until then, because the bank account was changed. Missing if nothing is held. */
    holdUntil: addition(v.nullish(time)),
    /** The ledger is being checked: a withdrawal leaves the wallet now, and is paid once the ledger is found correct. */
    payoutsStopped: addition(v.nullish(v.boolean())),
    /** The turnover left before money can be withdrawn. Missing if there is none. */
    toPlay: addition(v.nullish(money)),
    /** How many withdrawals may be pending at a time. Missing if the backend does not say. */
    maxPending: addition(v.nullish(count)),
    /** Above this a withdrawal needs a proof (`otpToken`). Missing if none does. */
    proofAbove: addition(v.nullish(money)),
  }),
})

export const lookupSlip = publicCall('lookupSlip', 'GET /api/lookup/slip', {
  /** Closed between these times of day, `HH:mm` in Asia/Bangkok; if equal or missing, never closed. */
  reply: v.object({ enabled: v.boolean(), closedFrom: text, closedUntil: text }),
})

export const lookupSources = publicCall('lookupSources', 'GET /api/lookup/sources', {
  reply: listOf(v.object({ code: v.string(), description: text })),
})

export const lookupActive = publicCall('lookupActive', 'GET /api/lookup/active', {
  reply: v.object({ active: v.boolean() }),
})

export const lookupRegisterOtp = publicCall('lookupRegisterOtp', 'GET /api/lookup/registerOTP', {
  reply: flag,
})

export const lookupEnableChatWidget = publicCall(
  'lookupEnableChatWidget',
  'GET /api/lookup/enableChatWidget',
  {
    reply: flag,
  },
)

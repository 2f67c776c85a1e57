import * as v from 'valibot'
import { defineCall } from './call.ts'
import { baht, html, listOf, text, time } from './fields.ts'

const lookup = { method: 'GET', access: 'anyone', changes: false, errors: [] } as const
const flag = v.object({ enabled: v.boolean() })

export const bank = v.object({ code: v.string(), nameTH: text, nameEN: text })
export type Bank = v.InferOutput<typeof bank>

export const depositBank = v.object({
  /** `BANK` (by account number), `QR` (KBANK by QR) or `PAYMENT` (a payment provider's QR). */
  bankType: v.string(),
  bankCode: v.string(),
  /** `AUTO`, or anything else. */
  mode: text,
  bank: v.nullish(v.object({ nameTH: text, nameEN: text }), { nameTH: '', nameEN: '' }),
  bankAccountName: text,
  bankAccountNo: text,
  currency: text,
})

export const lookupBanks = defineCall({
  ...lookup,
  id: 'lookupBanks',
  path: '/api/lookup/banks',
  reply: listOf(bank),
})

export const lookupDeposit = defineCall({
  ...lookup,
  id: 'lookupDeposit',
  path: '/api/lookup/deposit',
  access: 'member',
  reply: v.object({
    banks: v.nullish(listOf(depositBank), []),
    /** `walletAccountNo`, the phone that the wallet belongs to, is ours: a backend may not tell it. */
    wallets: v.nullish(listOf(v.object({ walletAccountName: v.string(), walletAccountNo: text })), []),
    isManual: v.nullish(v.boolean(), false),
  }),
})

export const lookupConditions = defineCall({
  ...lookup,
  id: 'lookupConditions',
  path: '/api/lookup/conditions',
  reply: v.object({ conditions: html }),
})

export const lookupAgreements = defineCall({
  ...lookup,
  id: 'lookupAgreements',
  path: '/api/lookup/agreements',
  reply: listOf(v.string()),
})

export const lookupInfo = defineCall({
  ...lookup,
  id: 'lookupInfo',
  path: '/api/lookup/info',
  reply: v.object({ name: v.string(), website: text }),
})

export const lookupNotice = defineCall({
  ...lookup,
  id: 'lookupNotice',
  path: '/api/lookup/notice',
  reply: v.object({ notice: html }),
})

export const lookupContact = defineCall({
  ...lookup,
  id: 'lookupContact',
  path: '/api/lookup/contact',
  reply: v.object({ contactText: html, link: text, name: text, qr: text }),
})

export const lookupWithdraw = defineCall({
  ...lookup,
  id: 'lookupWithdraw',
  path: '/api/lookup/withdraw',
  access: 'member',
  reply: v.object({
    withdrawMin: baht,
    withdrawMax: baht,
    /** Nothing can be withdrawn before: the bank account was changed. Missing where nothing is held. */
    holdUntil: v.nullish(time),
  }),
})

export const lookupSlip = defineCall({
  ...lookup,
  id: 'lookupSlip',
  path: '/api/lookup/slip',
  /** Closed between the two times of day, `HH:mm` in Asia/Bangkok; equal or missing: never closed. */
  reply: v.object({ enabled: v.boolean(), closedFrom: text, closedUntil: text }),
})

export const lookupSources = defineCall({
  ...lookup,
  id: 'lookupSources',
  path: '/api/lookup/sources',
  reply: listOf(v.object({ code: v.string(), description: text })),
})

export const lookupActive = defineCall({
  ...lookup,
  id: 'lookupActive',
  path: '/api/lookup/active',
  reply: v.object({ active: v.boolean() }),
})

export const lookupRegisterOtp = defineCall({
  ...lookup,
  id: 'lookupRegisterOtp',
  path: '/api/lookup/registerOTP',
  reply: flag,
})

export const lookupEnableChatWidget = defineCall({
  ...lookup,
  id: 'lookupEnableChatWidget',
  path: '/api/lookup/enableChatWidget',
  reply: flag,
})

import * as v from 'valibot'
import { memberCall } from './call.ts'
import { text, time } from './fields.ts'

const bank = v.nullish(v.object({ nameTH: text, nameEN: text }))

export const profile = v.object({
  _id: v.string(),
  username: v.string(),
  name: text,
  coin: v.nullish(v.number(), 0),
  createdAt: time,
  bankCode: text,
  bankAccountName: text,
  bankAccountNo: text,
  bank,
})
export type Profile = v.InferOutput<typeof profile>

export const bankAccount = v.object({
  bankAccountName: text,
  bankAccountNo: text,
  /** Told where members' accounts have different ones, if it is known. */
  currency: text,
  bank,
})
export type BankAccount = v.InferOutput<typeof bankAccount>

export const profileReply = v.object({ profile, bankAccount: v.nullish(bankAccount) })

export const getProfile = memberCall('getProfile', 'GET /api/account/profile', {
  reply: profileReply,
})

import * as v from 'valibot'
import { accountCurrencies } from '#lib/payments/account-currencies.ts'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { phoneProof } from './phone-proof.ts'

const text = v.optional(v.string(), '')

/** What survives a reload during the registration: everything but the passwords. Ends with the tab. */
const draft = v.object({
  ...phoneProof.entries,
  name: text,
  sourceCode: text,
  inviteCode: text,
  bankCode: text,
  firstName: text,
  lastName: text,
  bankAccountNo: text,
  currency: v.optional(v.picklist(accountCurrencies), 'LAK'),
})
export type RegisterDraft = v.InferOutput<typeof draft>

export const emptyDraft: RegisterDraft = v.parse(draft, {})

export const readDraft = (): RegisterDraft =>
  readStored(storageKeys.registerDraft, draft, 'session') ?? emptyDraft

export const keepDraft = (kept: RegisterDraft) => writeStored(storageKeys.registerDraft, kept, 'session')

export const dropDraft = () => removeStored(storageKeys.registerDraft)

export const dropInviteCode = () => removeStored(storageKeys.inviteCode)

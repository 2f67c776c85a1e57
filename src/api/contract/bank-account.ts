import * as v from 'valibot'
import { accountCurrencies } from '#lib/payments/account-currencies.ts'
import { memberCall, operation } from './call.ts'
import { count, listOf, message, personName, shortText, text, time } from './fields.ts'
import { bankAccount, profileReply } from './profile.ts'

const extension = 'bank-accounts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    'bank-accounts': true
  }
}

const account = v.object({
  /** Another one once the holder's name has changed. */
  id: v.string(),
  bankCode: text,
  ...bankAccount.entries,
  /** Money goes here unless a withdrawal names another; every call that knows of one account means this one. */
  isUsual: v.nullish(v.boolean(), false),
  /** Until then nothing can be withdrawn to it. Missing if it is not held. */
  heldUntil: v.nullish(time),
})
export type OwnBankAccount = v.InferOutput<typeof account>

/** The usual one first. */
export const listBankAccounts = memberCall('listBankAccounts', 'GET /api/account/bankAccounts', {
  extension,
  reply: v.object({ accounts: listOf(account), maximum: count }),
})

/** The bank account that a member enters, with the proof that a change of the money's destination needs. */
export const givenAccount = v.object({
  bankCode: v.pipe(shortText, v.nonEmpty()),
  bankAccountName: personName,
  bankAccountNo: v.pipe(shortText, v.nonEmpty()),
  /** Asked for in Laos alone. One that contradicts the account's number is refused with `INVALID_USER_INFO`. */
  currency: v.optional(v.picklist(accountCurrencies)),
  /** The token of a code that was just sent to the member's own phone. */
  otpToken: v.optional(shortText),
})

/**
 * Adds one beside the others, which needs a fresh proof as a change of the usual one does. It must be in the member's name, and is held
 * for a while; another holder's name is `INVALID_USER_INFO`. The first one becomes the usual one.
 */
export const addBankAccount = operation('addBankAccount', 'POST /api/account/bankAccounts', {
  extension,
  body: givenAccount,
  reply: message,
  errors: [
    'UNVERIFIED_OTP',
    'INVALID_USER_INFO',
    'INVALID_BANK',
    'EXISTING_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'BANK_ACCOUNT_LIMIT',
    'PLAY_BREAK',
  ],
})

export const chooseBankAccount = operation('chooseBankAccount', 'PUT /api/account/bankAccounts/:id/usual', {
  extension,
  reply: message,
})

/** Neither the usual one, so that one is always left, nor one that money is on its way to. */
export const removeBankAccount = operation('removeBankAccount', 'DELETE /api/account/bankAccounts/:id', {
  extension,
  reply: message,
  errors: ['BANK_ACCOUNT_IN_USE'],
})

/** Corrects the holder's name of the usual account. */
export const updateBankAccountName = operation('updateBankAccountName', 'PUT /api/account/bankAccountName', {
  extensionFields: { otpToken: 'otp-proof', bankAccountNo: 'bank-accounts' },
  body: v.object({
    bankCode: v.pipe(shortText, v.nonEmpty()),
    bankAccountName: personName,
    /** The number of the account that the member was shown. `INVALID_BANK` if another account of the same bank has become the usual one since. */
    bankAccountNo: v.optional(shortText),
    /** Of a code just sent to the member's own phone, as a change of the account requires. */
    otpToken: v.optional(shortText),
  }),
  reply: profileReply,
  errors: ['UNVERIFIED_OTP', 'INVALID_BANK', 'BANK_ACCOUNT_NAME_ENG'],
})

import * as v from 'valibot'
import { accountCurrencies } from '#lib/payments/account-currencies.ts'
import { givenAccount } from './bank-account.ts'
import { operation, publicCall, publicOperation } from './call.ts'
import { addition, count, message, personName, shortText } from './fields.ts'
import { password } from './login.ts'
import { profileReply } from './profile.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    'password-reset': true
  }
}

/** The fields of a registration, sent first to check them (`validate`) and then to register. `username` is the phone number. */
export const registration = v.object({
  name: personName,
  username: v.pipe(shortText, v.nonEmpty()),
  password,
  sourceCode: v.optional(shortText),
  inviteCode: v.optional(shortText),
  bankCode: v.optional(shortText),
  bankAccountName: v.optional(personName),
  bankAccountNo: v.optional(shortText),
  currency: v.optional(v.picklist(accountCurrencies)),
  /** Of the code that verified the phone. */
  otpToken: v.optional(shortText),
})
export type Registration = v.InferInput<typeof registration>

/** `renewedGames`: how many games get a new password too. */
const passwordReply = v.object({ ...message.entries, renewedGames: addition(v.optional(count)) })

/**
 * Sets a new password for whoever verified the phone by a code sent for this purpose (`otpToken`). Ends all of the member's
 * sessions.
 */
export const resetPassword = publicOperation('resetPassword', 'POST /api/account/resetpwd', {
  extension: 'password-reset',
  body: v.object({
    username: v.pipe(shortText, v.nonEmpty()),
    newPassword: password,
    otpToken: v.pipe(shortText, v.nonEmpty()),
  }),
  reply: passwordReply,
  errors: ['UNVERIFIED_OTP', 'WEAK_PASSWORD', 'PHONE_NUMBER_REQUIRE_10_DIGIT', 'REQUEST_LIMIT_1MIN'],
})

const registrationErrors = [
  'EXISTING_USER',
  'INVALID_USER_INFO',
  'UNVERIFIED_OTP',
  'WEAK_PASSWORD',
  'PHONE_NUMBER_REQUIRE_10_DIGIT',
  'PLAY_BREAK',
] as const

export const validateAccount = publicCall('validateAccount', 'POST /api/account/validate', {
  writes: 'how often an address has asked',
  extensionFields: { otpToken: 'otp-proof' },
  body: registration,
  reply: message,
  errors: registrationErrors,
})

export const createAccount = publicCall('createAccount', 'POST /api/account', {
  writes: 'a member',
  extensionFields: { otpToken: 'otp-proof' },
  body: registration,
  reply: message,
  errors: [
    ...registrationErrors,
    'EXISTING_BANK',
    'INVALID_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'REGISTER_FAIL',
    'REQUEST_LIMIT_1MIN',
  ],
})

export const updateProfile = operation('updateProfile', 'PUT /api/account/profile', {
  extensionFields: { otpToken: 'otp-proof' },
  body: v.object({
    /** A person's name unless it stays as it is: it comes with every change of the bank account. */
    name: shortText,
    ...givenAccount.entries,
  }),
  reply: profileReply,
  errors: [
    'UNVERIFIED_OTP',
    'INVALID_USER_INFO',
    'INVALID_BANK',
    'EXISTING_BANK',
    'BANK_ACCOUNT_NAME_ENG',
    'PLAY_BREAK',
  ],
})

export const changePassword = operation('changePassword', 'PUT /api/account/changepwd', {
  body: v.object({ oldPassword: password, newPassword: password }),
  reply: passwordReply,
  errors: ['WRONG_PASSWORD', 'WEAK_PASSWORD', 'INVALID_USER_INFO', 'REQUEST_LIMIT_1MIN'],
})

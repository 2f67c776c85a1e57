import * as v from 'valibot'
import type { Registration } from '#api/contract/account.ts'
import { personName } from '#api/contract/fields.ts'
import { type LoginProblem, typedPassword, typedPhone } from '#components/login-form.ts'
import { maxInviteCodeLength } from '#data/rewards/invite-code.ts'
import { accountCurrencies } from '#lib/payments/account-currencies.ts'
import { currencyCheck } from '#lib/payments/account-currency.ts'
import { isLatinName, needsLatinName, toLatinName } from '#lib/payments/bank-account.ts'
import { bankAccountEntries, type BankAccountProblem } from '#lib/payments/bank-account-schema.ts'
import { isValidPhone, type Country } from '#lib/text/phone.ts'
import { normaliseText } from '#lib/text/text.ts'

/** What can be wrong with a field; `auth-problems.ts` has the texts. */
export type Problem =
  | LoginProblem
  | 'phone'
  | 'password-confirm-missing'
  | 'password-not-equal'
  | 'password-weak'
  | 'name'
  | 'first-name'
  | 'last-name'
  | 'invite-code'
  | BankAccountProblem

const nameOf = (problem: Problem) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((name) => v.is(personName, name), problem),
  )
const phoneOf = (country: Country) =>
  v.pipe(
    typedPhone(country),
    v.check((phone) => isValidPhone(phone, country), 'phone' satisfies Problem),
  )

export const phoneForm = (country: Country) => v.object({ phoneNumber: phoneOf(country) })

const twoPasswords = {
  password: typedPassword,
  confirmPassword: v.pipe(v.string(), v.nonEmpty('password-confirm-missing' satisfies Problem)),
}
const areEqual = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword

/** A new password to replace a forgotten one. Only the server decides whether it is too easy to guess. */
export const newPasswordForm = v.pipe(
  v.object(twoPasswords),
  v.forward(
    v.partialCheck([['password'], ['confirmPassword']], areEqual, 'password-not-equal' satisfies Problem),
    ['confirmPassword'],
  ),
)

export const profileForm = (country: Country) =>
  v.pipe(
    v.object({
      name: nameOf('name'),
      phoneNumber: phoneOf(country),
      ...twoPasswords,
      sourceCode: v.string(),
      inviteCode: v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(maxInviteCodeLength, 'invite-code' satisfies Problem),
      ),
    }),
    v.forward(
      v.partialCheck([['password'], ['confirmPassword']], areEqual, 'password-not-equal' satisfies Problem),
      ['confirmPassword'],
    ),
  )

interface Holder {
  bankCode: string
  firstName: string
  lastName: string
}

const latinWhereAsked = (form: Holder, name: 'firstName' | 'lastName') =>
  !needsLatinName(form.bankCode) || isLatinName(form[name])

export const bankForm = v.pipe(
  v.object({
    ...bankAccountEntries,
    firstName: nameOf('first-name'),
    lastName: v.pipe(v.string(), v.trim(), v.nonEmpty('last-name' satisfies Problem)),
    currency: v.picklist(accountCurrencies),
  }),
  v.forward(
    v.partialCheck(
      [['bankCode'], ['firstName'], ['lastName']],
      (form) => v.is(personName, accountHolder(form)),
      'last-name' satisfies Problem,
    ),
    ['lastName'],
  ),
  v.forward(
    v.partialCheck(
      [['bankCode'], ['firstName'], ['lastName']],
      (form) => latinWhereAsked(form, 'firstName'),
      'latin-name' satisfies Problem,
    ),
    ['firstName'],
  ),
  v.forward(
    v.partialCheck(
      [['bankCode'], ['firstName'], ['lastName']],
      (form) => latinWhereAsked(form, 'lastName'),
      'latin-name' satisfies Problem,
    ),
    ['lastName'],
  ),
  currencyCheck(),
)

/** The holder's name as the bank writes it: in Latin capitals if the bank requires them. */
export function accountHolder({ bankCode, firstName, lastName }: Holder) {
  const name = normaliseText(`${firstName.trim()} ${lastName.trim()}`)
  return needsLatinName(bankCode) ? toLatinName(name) : name
}

/** The body that validates the profile step. `otpToken` is that of the code that verified the phone. */
export function toValidation(
  profile: v.InferOutput<ReturnType<typeof profileForm>>,
  otpToken = '',
): Registration {
  return {
    name: normaliseText(profile.name),
    username: profile.phoneNumber,
    password: profile.password,
    ...(profile.sourceCode && { sourceCode: profile.sourceCode }),
    ...(profile.inviteCode && { inviteCode: profile.inviteCode }),
    ...(otpToken && { otpToken }),
  }
}

/** The body of the registration. Only the Lao build sends a currency. */
export function toRegistration(
  profile: v.InferOutput<ReturnType<typeof profileForm>>,
  bank: v.InferOutput<typeof bankForm>,
  country: Country,
  otpToken = '',
): Registration {
  return {
    ...toValidation(profile, otpToken),
    bankCode: bank.bankCode,
    bankAccountName: accountHolder(bank),
    bankAccountNo: bank.bankAccountNo,
    ...(country === 'LA' && { currency: bank.currency }),
  }
}

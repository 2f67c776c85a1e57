import * as contract from '#api/contract/account.ts'
import {
  addBankAccount,
  chooseBankAccount,
  listBankAccounts,
  removeBankAccount,
  updateBankAccountName,
} from '#api/contract/bank-account.ts'
import { onlyDigits } from '#lib/money/digits.ts'
import { getProfile } from '#api/contract/profile.ts'
import { issueDeviceCookie } from '../../auth/device-cookie.ts'
import { countPhoneCheck } from '../../auth/guesses.ts'
import { ApiError } from '../../http/api-error.ts'
import { type Beforehand, route, type Route } from '../../http/route.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { addAccount, describeBankAccounts, makeUsual, removeAccount } from './bank-accounts.ts'
import { changeUsualAccount } from './change-bank-account.ts'
import { changeName, changePassword, preparePassword } from './change-profile.ts'
import { describeProfile } from './profile.ts'
import { readBankAccount, readHolderName } from './read-bank-account.ts'
import { checkPerson, register } from './register.ts'
import { giveNewPassword, prepareReset } from './reset-password.ts'

export const routes: readonly Route[] = [
  route(contract.validateAccount, async (context) => {
    const { app, body, address } = context
    if (!(await countPhoneCheck(app, 'register', address))) throw new ApiError('REQUEST_LIMIT')
    await checkPerson(app, body, context)
    return { message: 'OK' }
  }),

  route(
    contract.createAccount,
    async (context) => {
      const { app, body, address } = context
      if (!(await countPhoneCheck(app, 'register', address))) throw new ApiError('REQUEST_LIMIT')
      await register(app, body, context)
      return { message: 'SUCCESS' }
    },
    { failure: 'REGISTER_FAIL' },
  ),

  route(getProfile, ({ app, db, member }) => describeProfile(db, member, app.config)),

  route(contract.updateProfile, async (context) => {
    const { app, db, member, body } = context
    const bank = await readBankAccount(db, app.config.country, body)
    await changeName(context, body.name)
    await changeUsualAccount(context, bank, body.otpToken)
    return describeProfile(db, await lockMember(db, member.id), app.config)
  }),

  route(updateBankAccountName, async (context) => {
    const { app, db, member, body } = context
    const { bankCode, bankAccountNo, currency } = await lockMember(db, member.id)
    if (body.bankCode !== bankCode || !bankAccountNo) throw new ApiError('INVALID_BANK')
    const { bankAccountNo: shown = bankAccountNo } = body
    if (onlyDigits(shown) !== onlyDigits(bankAccountNo)) throw new ApiError('INVALID_BANK')
    const bankAccountName = readHolderName(bankCode, body.bankAccountName)
    await changeUsualAccount(context, { bankCode, bankAccountName, bankAccountNo, currency }, body.otpToken)
    return describeProfile(db, await lockMember(db, member.id), app.config)
  }),

  route(listBankAccounts, ({ app, db, member }) =>
    describeBankAccounts(db, member, { laos: app.config.laos, now: app.clock.now() }),
  ),

  route(addBankAccount, async (context) => {
    const account = await readBankAccount(context.db, context.app.config.country, context.body)
    await addAccount(context, account)
    return { message: 'SUCCESS' }
  }),

  route(chooseBankAccount, async (context) => {
    await makeUsual(context, context.params.id)
    return { message: 'SUCCESS' }
  }),

  route(removeBankAccount, async (context) => {
    await removeAccount(context, context.params.id)
    return { message: 'SUCCESS' }
  }),

  route(
    contract.resetPassword,
    async (context, passwordHash) => {
      const renewedGames = await giveNewPassword(context, passwordHash)
      return { message: 'SUCCESS', renewedGames }
    },
    { prepare: prepareReset },
  ),

  route(
    contract.changePassword,
    async (context, prepared) => {
      const { db, member, deviceCookie, setDeviceCookie } = context
      const renewedGames = await changePassword(context, prepared)
      // This device stays known at the next sign-in, unlike all others now.
      setDeviceCookie(await issueDeviceCookie(db, deviceCookie, await lockMember(db, member.id)))
      return { message: 'SUCCESS', renewedGames }
    },
    {
      // A stolen phone must not be used to guess the password.
      perMinute: 10,
      prepare: ({ app, member, body }: Beforehand<typeof contract.changePassword>) =>
        preparePassword(app, member.id, body),
    },
  ),
]

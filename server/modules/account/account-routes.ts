import * as contract from '#api/contract/account.ts'
import { markDevice } from '../../auth/device-mark.ts'
import { revokeSessions } from '../../auth/sessions.ts'
import { HOUR } from '../../clock.ts'
import type { AppContext } from '../../context.ts'
import { countAttempt } from '../../http/attempts.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Beforehand, route, type Route } from '../../http/route.ts'
import { lockMember } from '../../ledger/lock-member.ts'
import { askBankChange } from './change-bank-account.ts'
import { changeName, changePassword, preparePassword } from './change-profile.ts'
import { describeProfile } from './profile.ts'
import { readBankAccount, readHolderName } from './read-bank-account.ts'
import { checkPerson, register } from './register.ts'

/** Registration answers who is a member already: not to be asked for whole lists of phones. */
async function slowDown({ db, clock }: AppContext, address: string): Promise<void> {
  const limit = { key: `register:address:${address}`, most: 300, within: HOUR }
  if (!(await countAttempt(db, limit, clock.now()))) throw new Refusal('REQUEST_LIMIT')
}

export const accountRoutes: readonly Route[] = [
  route(contract.validateAccount, async ({ app, body, address }) => {
    await slowDown(app, address)
    await checkPerson(app, body)
    return { message: 'OK' }
  }),

  route(
    contract.createAccount,
    async (exchange) => {
      const { app, body, address } = exchange
      await slowDown(app, address)
      await register(app, body, exchange)
      return { message: 'SUCCESS' }
    },
    { failure: 'REGISTER_FAIL' },
  ),

  route(contract.getProfile, ({ db, member }) => describeProfile(db, member)),

  route(contract.updateProfile, async (exchange) => {
    const { app, db, member, body } = exchange
    const bank = await readBankAccount(db, app.config.country, body)
    await changeName(exchange, body.name)
    await askBankChange(exchange, bank, body.otpToken)
    return describeProfile(db, await lockMember(db, member.id))
  }),

  route(contract.updateBankAccountName, async (exchange) => {
    const { db, member, body } = exchange
    if (body.bankCode !== member.bankCode) throw new Refusal('INVALID_BANK')
    const bankAccountName = readHolderName(body.bankCode, body.bankAccountName)
    const { bankAccountNo } = member
    if (!bankAccountNo) throw new Refusal('INVALID_BANK')
    await askBankChange(exchange, { bankCode: body.bankCode, bankAccountName, bankAccountNo }, body.otpToken)
    return describeProfile(db, await lockMember(db, member.id))
  }),

  route(
    contract.changePassword,
    async (exchange, prepared) => {
      const { db, member, session, body, deviceMark, keepDeviceMark } = exchange
      await changePassword(exchange, prepared)
      if (body.oldPassword === body.newPassword) throw new Refusal('INVALID_USER_INFO')
      // The one that asked stays: the member is not thrown out of the very app in which he made himself safe.
      await revokeSessions(exchange, member.id, { except: session })
      // Nor is it a stranger at the next sign-in, as all others are now.
      keepDeviceMark(await markDevice(db, deviceMark, await lockMember(db, member.id)))
      return { message: 'SUCCESS' }
    },
    {
      // A stolen phone must not be used to guess the password.
      perMinute: 10,
      prepare: ({ app, member, body }: Beforehand<typeof contract.changePassword>) =>
        preparePassword(app, member.id, body),
    },
  ),
]

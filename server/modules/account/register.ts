import { eq } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { registration } from '#api/contract/account.ts'
import type { AppContext } from '../../context.ts'
import { type RequestSource, record } from '../../auth/audit-trail.ts'
import { memberIdOf } from '../../auth/member-by-phone.ts'
import { newMemberId } from '../../database/columns.ts'
import type { Database } from '../../database/database.ts'
import { isUniqueViolation, transact } from '../../database/query.ts'
import { members } from '../../database/schema/members.ts'
import { sources } from '../../database/schema/site.ts'
import { ApiError } from '../../http/api-error.ts'
import { readSetting } from '../../database/settings.ts'
import { isBankTaken } from './change-bank-account.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { findProof, spendChallenges } from '../../auth/one-time-codes.ts'
import { readPhone } from '../otp/read-phone.ts'
import { readBankAccount } from './read-bank-account.ts'
import { refuseBankAccountOnBreak, refuseOnBreak } from './refuse-on-break.ts'

type Registration = InferOutput<typeof registration>

/** Checks the registration's personal data. Returns the phone as it is stored. */
export async function checkPerson(
  app: AppContext,
  given: Registration,
  from: RequestSource,
): Promise<string> {
  const phone = readPhone(given.username, app.config)
  // Checked first: only the phone's owner may learn whether it belongs to a member.
  const isProven = await readSetting(app.db, 'registerOTP')
  if (isProven) {
    const verified = await findProof(
      app.db,
      { otpToken: given.otpToken, phone, purpose: 'register' },
      app.clock.now(),
    )
    if (!verified) throw new ApiError('UNVERIFIED_OTP')
  }
  const memberId = await memberIdOf(app.db, phone)
  // Whoever only types a number learns nothing of its owner's break.
  await refuseOnBreak(app, { memberId: isProven ? memberId : undefined, from })
  if (memberId !== undefined) throw new ApiError('EXISTING_USER')
  refuseWeakPassword(given.password, { ...given, username: phone }, app.config.country)
  return phone
}

/** Creates the member. It uses up every verification of the phone, so that none can be used for another purpose. */
export async function register(app: AppContext, given: Registration, from: RequestSource): Promise<void> {
  const phone = await checkPerson(app, given, from)
  const { bankCode, bankAccountName, bankAccountNo, currency } = given
  if (!bankCode || !bankAccountName || !bankAccountNo) throw new ApiError('KEY_MISSING')
  const account = { bankCode, bankAccountName, bankAccountNo, currency }
  const bank = await readBankAccount(app.db, app.config.country, account)
  await refuseBankAccountOnBreak(app, { account: bank, from })
  // Where codes are wanted, this caller has shown one.
  const isProven = await readSetting(app.db, 'registerOTP')
  const by = isProven ? { known: phone } : { address: from.address }
  const passwordHash = await app.passwords.hash(given.password, by)
  const now = app.clock.now()
  try {
    await transact(app.db, async (tx) => {
      const id = newMemberId()
      await tx.insert(members).values({
        id,
        username: phone,
        name: given.name,
        passwordHash,
        passwordChangedAt: now,
        inviteCode: given.inviteCode || null,
        invitedBy: await findInviter(tx, given.inviteCode),
        sourceCode: await findSource(tx, given.sourceCode),
        ...bank,
        createdAt: now,
        updatedAt: now,
      })
      await spendChallenges(tx, phone, now)
      await record(tx, { kind: 'registered', at: now, actor: 'member', memberId: id, from, after: bank })
    })
  } catch (error) {
    if (isBankTaken(error)) throw new ApiError('EXISTING_BANK')
    if (isUniqueViolation(error, 'members_username_unique')) throw new ApiError('EXISTING_USER')
    throw error
  }
}

/** Finds the inviter by `PR` and the id. An unknown code does not prevent a registration. */
async function findInviter(db: Database, inviteCode: string | undefined): Promise<string | null> {
  const id = /^PR(\w{1,40})$/iu.exec(inviteCode ?? '')?.[1]
  if (!id) return null
  const [inviter] = await db.select({ id: members.id }).from(members).where(eq(members.id, id.toUpperCase()))
  return inviter?.id ?? null
}

async function findSource(db: Database, sourceCode: string | undefined): Promise<string | null> {
  if (!sourceCode) return null
  const [source] = await db.select({ code: sources.code }).from(sources).where(eq(sources.code, sourceCode))
  return source?.code ?? null
}

import { eq } from 'drizzle-orm'
import type { getProfile } from '#api/contract/profile.ts'
import type { ReplyInput } from '#api/contract/call.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { banks } from '../../database/schema/site.ts'
import type { Member } from '../../auth/sessions.ts'
import { siteLocale } from '../../http/locale.ts'
import type { Locale } from '#lib/text/locale-codes.ts'

interface BankNames {
  nameTH: string
  nameEN: string
}

type Site = Pick<Config, 'laos'>

/** The member and the member's bank account in the contract's shape. */
export const describeProfile = async (
  db: Database,
  member: Member,
  site: Site,
): Promise<ReplyInput<typeof getProfile>> => profileOf(member, await bankOf(db, member.bankCode), site)

/** The same, where the bank is known. */
export function profileOf(member: Member, bank: BankNames, { laos }: Site): ReplyInput<typeof getProfile> {
  const account = { bankAccountName: member.bankAccountName ?? '', bankAccountNo: member.bankAccountNo ?? '' }
  return {
    profile: {
      _id: member.id,
      username: member.username,
      name: member.name,
      coin: member.coin,
      createdAt: member.createdAt.toISOString(),
      bankCode: member.bankCode ?? '',
      ...account,
      bank,
    },
    bankAccount: member.bankCode ? { ...account, ...(laos && { currency: member.currency }), bank } : null,
  }
}

/** The bank's name for a reader of this language: English, unless it is the site's own. */
export async function bankNameFor(
  db: Database,
  code: string | null,
  reader: Locale,
  site: Site,
): Promise<string> {
  const { nameTH, nameEN } = await bankOf(db, code)
  return reader === siteLocale(site) ? nameTH : nameEN
}

async function bankOf(db: Database, code: string | null): Promise<BankNames> {
  const [bank] = code
    ? await db.select({ nameTH: banks.nameTH, nameEN: banks.nameEN }).from(banks).where(eq(banks.code, code))
    : []
  return bank ?? { nameTH: '', nameEN: '' }
}

import { asc, eq } from 'drizzle-orm'
import type { lookupDeposit } from '#api/contract/lookup.ts'
import type { ReplyInput } from '#api/contract/call.ts'
import type { Database } from '../../database/database.ts'
import { depositAccounts } from '../../database/schema/site.ts'
import { readSetting } from '../../database/settings.ts'

/** Where members may deposit, in the contract's shape. */
export async function depositPlaces(db: Database): Promise<ReplyInput<typeof lookupDeposit>> {
  const rows = await db
    .select()
    .from(depositAccounts)
    .where(eq(depositAccounts.enabled, true))
    .orderBy(asc(depositAccounts.position))
  const { withdrawTurnoverTimes } = await readSetting(db, 'depositTerms')
  return {
    banks: rows
      .filter(({ bankType }) => bankType !== 'WALLET')
      .map((row) => ({
        bankType: row.bankType,
        bankCode: row.bankCode,
        mode: row.mode,
        bank: { nameTH: row.nameTH, nameEN: row.nameEN },
        bankAccountName: row.accountName,
        bankAccountNo: row.accountNo,
        currency: row.currency,
      })),
    wallets: rows
      .filter(({ bankType }) => bankType === 'WALLET')
      .map(({ accountName, accountNo }) => ({ walletAccountName: accountName, walletAccountNo: accountNo })),
    isManual: await readSetting(db, 'depositIsManual'),
    qrMaximum: (await readSetting(db, 'qr')).max,
    ...(withdrawTurnoverTimes > 0 && { turnoverTimes: withdrawTurnoverTimes }),
  }
}

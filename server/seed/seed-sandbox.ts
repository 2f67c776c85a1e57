import { count } from 'drizzle-orm'
import type { AppContext } from '../context.ts'
import type { Transaction } from '../database/database.ts'
import { bonuses, promotions } from '../database/schema/bonuses.ts'
import { games } from '../database/schema/games.ts'
import { depositAccounts, settings } from '../database/schema/site.ts'
import { spinSlices, spinWheels } from '../database/schema/spin.ts'
import { bankRows } from './bank-list.ts'
import { SANDBOX_MARK } from './refuse-mixing.ts'
import { depositAccountRows } from './sandbox-deposit-accounts.ts'
import { gameRows } from './sandbox-games.ts'
import { addSandboxMember } from './sandbox-member.ts'
import { bonusRows, promotionRows, rewardSettings, sliceRows } from './sandbox-rewards.ts'

/** A house to try things out in: games, places to pay in, rewards, and a member. */
export async function seedSandbox(tx: Transaction, app: AppContext): Promise<void> {
  const { laos } = app.config
  await tx.insert(settings).values({ key: SANDBOX_MARK, value: true }).onConflictDoNothing()
  await tx.insert(games).values(gameRows(laos)).onConflictDoNothing()
  await tx.insert(bonuses).values(bonusRows(laos)).onConflictDoNothing()
  await tx.insert(promotions).values(promotionRows(laos)).onConflictDoNothing()
  await tx.insert(settings).values(rewardSettings).onConflictDoNothing()
  await tx.insert(settings).values({ key: 'enableChatWidget', value: true }).onConflictDoNothing()
  if (await isEmpty(tx, depositAccounts))
    await tx.insert(depositAccounts).values(depositAccountRows(laos, bankName))
  if (await isEmpty(tx, spinWheels)) await addWheel(tx, laos)
  await addSandboxMember(tx, app)
}

function bankName(code: string): { nameTH: string; nameEN: string } {
  const bank = bankRows.find((row) => row.code === code)
  return { nameTH: bank?.nameTH ?? code, nameEN: bank?.nameEN ?? code }
}

async function addWheel(tx: Transaction, laos: boolean): Promise<void> {
  const name = laos ? 'ວົງລໍ້ນຳໂຊກ' : 'กงล้อนำโชค'
  const [wheel] = await tx
    .insert(spinWheels)
    .values({ name, isActive: true })
    .returning({ id: spinWheels.id })
  if (wheel) await tx.insert(spinSlices).values(sliceRows(laos).map((row) => ({ ...row, wheelId: wheel.id })))
}

async function isEmpty(tx: Transaction, table: typeof depositAccounts | typeof spinWheels): Promise<boolean> {
  const [row] = await tx.select({ rows: count() }).from(table)
  return row?.rows === 0
}

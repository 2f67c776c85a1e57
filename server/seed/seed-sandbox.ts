import type { AppContext } from '../context.ts'
import type { Transaction } from '../database/database.ts'
import { bonuses, promotions } from '../database/schema/bonuses.ts'
import { games } from '../database/schema/games.ts'
import { depositAccounts, settings } from '../database/schema/site.ts'
import { spinSlices, spinWheels } from '../database/schema/spin.ts'
import { SANDBOX_MARK } from './refuse-mixing.ts'
import { addSandboxMember } from './sandbox-member.ts'
import type { SeedData } from './seed-data.ts'

/** Seeds a site to try: games, deposit accounts, rewards, and a member. */
export async function seedSandbox(
  tx: Transaction,
  app: AppContext,
  data: NonNullable<SeedData['sandbox']>,
): Promise<void> {
  await tx.insert(settings).values({ key: SANDBOX_MARK, value: true }).onConflictDoNothing()
  await tx.insert(games).values(data.games).onConflictDoNothing()
  await tx.insert(bonuses).values(data.bonuses).onConflictDoNothing()
  await tx.insert(promotions).values(data.promotions).onConflictDoNothing()
  await tx.insert(settings).values(data.settings).onConflictDoNothing()
  await addDepositAccounts(tx, data.depositAccounts)
  if ((await tx.$count(spinWheels)) === 0) await addWheel(tx, app.config.laos, data.slices)
  await addSandboxMember(tx, app)
}

/** Adds only missing ones, because no unique key would prevent duplicates. */
async function addDepositAccounts(
  tx: Transaction,
  rows: (typeof depositAccounts.$inferInsert)[],
): Promise<void> {
  const nameOf = ({ bankType, bankCode, accountNo }: (typeof rows)[number]) =>
    [bankType, bankCode, accountNo].join(':')
  const present = new Set((await tx.select().from(depositAccounts)).map((row) => nameOf(row)))
  const added = rows.filter((row) => !present.has(nameOf(row)))
  if (added.length > 0) await tx.insert(depositAccounts).values(added)
}

async function addWheel(
  tx: Transaction,
  laos: boolean,
  slices: NonNullable<SeedData['sandbox']>['slices'],
): Promise<void> {
  const name = laos ? 'ວົງລໍ້ນຳໂຊກ' : 'กงล้อนำโชค'
  const [wheel] = await tx
    .insert(spinWheels)
    .values({ name, isActive: true })
    .returning({ id: spinWheels.id })
  if (wheel) await tx.insert(spinSlices).values(slices.map((row) => ({ ...row, wheelId: wheel.id })))
}

import type { AppContext } from '../context.ts'
import type { Transaction } from '../database/database.ts'
import { bonuses, promotions } from '../database/schema/bonuses.ts'
import { games } from '../database/schema/games.ts'
import { depositAccounts, settings } from '../database/schema/site.ts'
import { coupons, spinSlices, spinWheels } from '../database/schema/spin.ts'
import { addLanguages } from './add-languages.ts'
import { SANDBOX_MARK } from './refuse-mixing.ts'
import { addSandboxMember } from './sandbox-member.ts'
import type { SeedData } from './seed-data.ts'

type SandboxData = NonNullable<SeedData['sandbox']>

/** Seeds a site to try: games, deposit accounts, rewards, and a member. */
export async function seedSandbox(tx: Transaction, app: AppContext, data: SandboxData): Promise<void> {
  const marked = await tx
    .insert(settings)
    .values({ key: SANDBOX_MARK, value: true })
    .onConflictDoNothing()
    .returning({ key: settings.key })
  // Not in one that is in use, where a process of an older release may hand over what another lets wait (docs/operating.md).
  if (marked.length > 0) await tx.insert(settings).values(data.firstSettings).onConflictDoNothing()
  await tx.insert(games).values(data.games).onConflictDoNothing()
  await tx.insert(bonuses).values(data.bonuses).onConflictDoNothing()
  await tx.insert(promotions).values(data.promotions).onConflictDoNothing()
  await tx.insert(settings).values(data.settings).onConflictDoNothing()
  await addDepositAccounts(tx, data.depositAccounts)
  if ((await tx.$count(spinWheels)) === 0) await addWheel(tx, data)
  await addAllLanguages(tx, data)
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

async function addWheel(tx: Transaction, { wheelName: name, slices }: SandboxData): Promise<void> {
  const [wheel] = await tx
    .insert(spinWheels)
    .values({ name, isActive: true })
    .returning({ id: spinWheels.id })
  if (wheel) await tx.insert(spinSlices).values(slices.map((row) => ({ ...row, wheelId: wheel.id })))
}

async function addAllLanguages(
  tx: Transaction,
  { games: gameRows, bonuses: bonusRows, promotions: promotionRows, wheelName, slices }: SandboxData,
): Promise<void> {
  const labels = slices.map(({ label }) => label)
  const prizes = slices.flatMap(({ prizeName }) => (prizeName?.th ? prizeName : []))
  const words = [
    [games.name, gameRows.map(({ name }) => name)],
    [bonuses.name, bonusRows.map(({ name }) => name)],
    [bonuses.banners, bonusRows.map(({ banners }) => banners)],
    [promotions.description, promotionRows.map(({ description }) => description)],
    [spinWheels.name, [wheelName]],
    [spinSlices.label, labels],
    [spinSlices.prizeName, prizes],
    [spinSlices.htmlDescription, slices.map(({ htmlDescription }) => htmlDescription)],
    [coupons.label, labels],
    [coupons.name, prizes],
  ] as const
  for (const [column, texts] of words) await addLanguages(tx, column, texts)
}

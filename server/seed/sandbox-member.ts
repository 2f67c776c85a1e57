import { memberIdOf } from '../auth/member-by-phone.ts'
import type { Country } from '#lib/text/phone.ts'
import type { AppContext } from '../context.ts'
import type { Transaction } from '../database/database.ts'
import { gameAccounts } from '../database/schema/games.ts'
import { members } from '../database/schema/members.ts'
import { receiveTransfer } from '../deposits/receive-transfer.ts'
import { encryptPassword, newPassword } from '../modules/games/game-account.ts'
import { makeTransfer, reportOf } from '../providers/sandbox/transfer-book.ts'
import { playEven } from '../sandbox/games/play-even.ts'

/** The ready-made account to sign in with. It is printed at the start, so it never exists outside the sandbox. */
export const sandboxMember = (country: Country) => ({
  phone: country === 'LA' ? '02055512345' : '0812345678',
  password: 'champa1234',
})

const OPENING = 150_000

/** Adds the ready-made member, with money deposited like anybody's, and one active game. */
export async function addSandboxMember(
  tx: Transaction,
  { config, passwords, providers, clock, keys }: AppContext,
): Promise<void> {
  const { phone, password } = sandboxMember(config.country)
  if ((await memberIdOf(tx, phone)) !== undefined) return
  const now = clock.now()
  const [member] = await tx
    .insert(members)
    .values({
      username: phone,
      name: config.laos ? 'ສົມໄຊ ທົດລອງ' : 'สมชาย ทดลอง',
      passwordHash: await passwords.hash(password),
      currency: config.laos ? 'LAK' : 'BAHT',
      bankCode: config.laos ? 'BCEL' : 'KBANK',
      bankAccountName: config.laos ? 'SOMXAY THODLONG' : 'สมชาย ทดลอง',
      bankAccountNo: config.laos ? '010120000765432001' : '0987654321',
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: members.id })
  if (!member) throw new Error('The sandbox member was not stored')
  const opening = { memberId: member.id, channel: 'KBANK', amount: OPENING, paidAt: now }
  const { bankReference, ...made } = reportOf(await makeTransfer(tx, opening))
  const report = {
    ...made,
    source: 'sandbox',
    memberId: member.id,
    bankReference,
    ownReference: null,
  } as const
  await receiveTransfer(tx, report, { credits: true, now })
  // Wagered, so that there are coins to spin with.
  await playEven(tx, { memberId: member.id, gameCode: 'PG', stake: OPENING }, now)
  const account = { memberId: member.id, gameCode: 'PG' }
  const gamePassword = newPassword()
  const opened = await providers.games.openAccount({ ...account, password: gamePassword })
  const stored = encryptPassword(keys, account, gamePassword)
  await tx.insert(gameAccounts).values({ ...account, ...opened, password: stored })
}

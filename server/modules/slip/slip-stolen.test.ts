import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listSlips } from '#api/contract/statement.ts'
import { uploadSlip } from '#api/contract/slip.ts'
import { MINUTE } from '../../clock.ts'
import { members } from '../../database/schema/members.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { type TestServer, openTestServer, type TestMember } from '../test-server.ts'

/** Each picture is read in its own process; in ms. */
const timeoutMs = 60_000

describeOnOne('a slip of another person’s transfer', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  async function accountOf({ id }: TestMember) {
    const [row] = await server.db.select().from(members).where(eq(members.id, id))
    if (!row) throw new Error('Nobody')
    const { username, bankCode, bankAccountNo, bankAccountName } = row
    return { username, account: { bankCode, bankAccountNo, bankAccountName } }
  }
  /** Changes the account as the profile does, a moment later. */
  async function moveTo({ id }: TestMember, account: Partial<typeof members.$inferInsert>) {
    server.clock.advance(MINUTE)
    const updatedAt = server.clock.now()
    await server.db
      .update(members)
      .set({ ...account, updatedAt })
      .where(eq(members.id, id))
    server.clock.advance(MINUTE)
  }
  async function paidBy(member: TestMember) {
    const { username: phone } = await accountOf(member)
    const { to } = await server.submitForm('/slips/make', { phone, amount: '77' })
    const slip = new URL(to, 'http://localhost').searchParams.get('slip')
    const picture = await server.app.request(`/sandbox/slips/picture/${slip}.png`)
    return new File([await picture.arrayBuffer()], 'slip.png')
  }
  async function shownBy(member: TestMember, file: File) {
    const { reference } = (await member.request(uploadSlip, { file })).body
    const look = async () =>
      (await member.request(listSlips, { body: { page: 1, limit: 10 } })).body.slips.find(
        (one) => one.reference === reference,
      )
    await expect.poll(async () => (await look())?.status, { timeout: timeoutMs }).not.toBe('PROCESSING')
    const { status, note } = (await look()) ?? {}
    return { status, note, wallet: await member.wallet() }
  }
  const turnedAway = { status: 'FAILED', note: 'NOT_MATCH', wallet: 0 }
  const credited = { status: 'SUCCESS', note: '', wallet: 7700 }

  test('the payer’s account number at another bank is not a match', { timeout: timeoutMs * 2 }, async () => {
    const [victim, thief] = [await server.newMember(), await server.newMember()]
    const { account } = await accountOf(victim)
    await moveTo(thief, { ...account, bankCode: 'SCB' })
    const slip = await paidBy(victim)
    expect(await shownBy(thief, slip)).toEqual(turnedAway)
    expect(await shownBy(victim, slip)).toEqual(credited)
  })

  test(
    'the payer’s bank and number with another holder’s name are not a match',
    { timeout: timeoutMs },
    async () => {
      const [payer, thief] = [await server.newMember(), await server.newMember()]
      const { account } = await accountOf(payer)
      const slip = await paidBy(payer)
      // The payer is no longer a member, so anybody can enter the account.
      await server.db
        .update(members)
        .set({ bankCode: null, bankAccountNo: null })
        .where(eq(members.id, payer.id))
      await moveTo(thief, { ...account, bankAccountName: 'SOMBAT' })
      expect(await shownBy(thief, slip)).toEqual(turnedAway)
    },
  )

  test('an account taken over after the payment is not a match', { timeout: timeoutMs * 2 }, async () => {
    const [victim, thief] = [await server.newMember(), await server.newMember()]
    const { account } = await accountOf(victim)
    const slip = await paidBy(victim)
    await moveTo(victim, { bankAccountNo: `9${account.bankAccountNo}` })
    await moveTo(thief, account)
    expect(await shownBy(thief, slip)).toEqual(turnedAway)
    // For the payer it counts as at the time of the payment.
    expect(await shownBy(victim, slip)).toEqual(credited)
  })
})

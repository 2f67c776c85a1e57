import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { spin } from '#api/contract/spinwheel.ts'
import { withdrawAll } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { grantProof } from '../auth/one-time-codes.ts'
import { transact } from '../database/query.ts'
import { members } from '../database/schema/members.ts'
import { spins } from '../database/schema/spin.ts'
import { writeSetting } from '../database/settings.ts'
import { describeOnOne } from '../database/test-database.ts'
import { reportResult } from '../modules/games/report-result.ts'
import { openTestServer, refused, type TestMember, type TestServer } from '../modules/test-server.ts'
import { behindTransfer } from './test-held-transfer.ts'
import { queriesOf } from './test-plans.ts'

let phones = 0

describeOnOne('an operation whose plan another process makes void before its turn', (open) => {
  let server: TestServer
  let asked: ReturnType<typeof queriesOf>
  beforeAll(async () => {
    server = await openTestServer(open)
    asked = queriesOf(server.db)
    // As if somebody gave the member a coin at the last moment, as often as the sequence allows.
    await server.db.execute(sql`create sequence gifts`)
    await server.db.execute(sql`alter function spin_once rename to spin_once_as_it_is`)
    await server.db.execute(sql`
      create function spin_once(p_member text, p_given jsonb, p_now timestamptz) returns jsonb language plpgsql as $$
      begin
        if nextval('gifts') <= 0 then
          update members set coin = coin + 1 where id = p_member;
        end if;
        return spin_once_as_it_is(p_member, p_given, p_now);
      end $$`)
    await writeSetting(server.db, 'withdrawProofAbove', 100_000)
  })

  const spinsAsked = () => asked.filter(({ query }) => query.includes('spin_once(')).length

  async function giveBefore(turns: number) {
    await server.db.execute(
      sql`alter sequence gifts minvalue -100 restart with ${sql.raw(String(1 - turns))}`,
    )
    asked.length = 0
  }
  async function spinner() {
    const member = await server.newMember({ coin: 1 })
    const spun = () => server.db.select().from(spins).where(eq(spins.memberId, member.id))
    const coins = async () =>
      (await server.db.select({ coin: members.coin }).from(members).where(eq(members.id, member.id)))[0]?.coin
    return { ...member, spun, coins }
  }

  test('is planned again, up to five times, and done once', async () => {
    const { request, spun, coins } = await spinner()
    await giveBefore(4)
    const sent = { key: randomUUID() }
    const { body } = await request(spin, sent)
    expect(body).toMatchObject({ success: true, result: { remainingCoin: 4 } })
    expect(spinsAsked()).toBe(5)
    expect(await coins()).toBe(4)
    expect((await request(spin, sent)).body).toEqual(body)
    expect(await spun()).toHaveLength(1)
  })

  test('is given up after the fifth: nothing is done, and its key is free', async () => {
    const { request, spun, coins } = await spinner()
    await giveBefore(5)
    const sent = { key: randomUUID() }
    expect(await request(spin, sent)).toMatchObject(refused('INTERNAL_SERVER_ERROR', 500))
    expect(spinsAsked()).toBe(5)
    expect(await coins()).toBe(6)
    expect(await spun()).toEqual([])
    expect((await request(spin, sent)).body).toMatchObject({ success: true, result: { remainingCoin: 5 } })
    expect(await spun()).toHaveLength(1)
  })

  /** With 2,000 baht, of which a transfer that runs takes 400 into a game. */
  async function rich() {
    phones += 1
    const username = `08712345${String(phones).padStart(2, '0')}`
    const member = await server.newMember({ wallet: 200_000, username })
    await member.request(activateGame, { params: { slot: 'PG' } })
    const proof = () => grantProof(server.db, { phone: username, purpose: 'withdrawal' }, server.clock.now())
    return { member, proof }
  }
  /** Asks for everything, which is enough only with the 50 baht that the game reports at the last moment. */
  const withdrawWon = (member: TestMember, otpToken: string | undefined) =>
    behindTransfer(
      server,
      asked,
      member,
      () => member.request(withdrawAll, { body: { amount: 2050, otpToken } }),
      () =>
        transact(server.db, (tx) =>
          reportResult(
            tx,
            { memberId: member.id, gameCode: 'PG', amount: 5000, round: randomUUID() },
            server.clock.now(),
          ),
        ),
    )

  test('withdraws by its proof what there is at its turn', async () => {
    const { member, proof } = await rich()
    const otpToken = await proof()
    expect(await withdrawWon(member, otpToken)).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
    await expect.poll(() => member.gameBalance('PG')).toBe(0)
    await expect.poll(() => member.wallet()).toBe(0)
    await server.expectBalancedLedger()
  })

  test('moves nothing without a proof', async () => {
    const { member } = await rich()
    expect(await withdrawWon(member, undefined)).toMatchObject(refused('UNVERIFIED_OTP'))
    expect(await member.gameBalance('PG')).toBe(45_000)
    expect(await member.wallet()).toBe(160_000)
    await server.expectBalancedLedger()
  })
})

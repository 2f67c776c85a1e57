import { eq } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { addMoney, getWallet, refreshSlots, transfer } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { describeOnEmbedded } from '../../database/test-database.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { type TestServer, openTestServer, refused } from '../test-server.ts'
import { creditDeposit } from '../../deposits/credit-deposit.ts'

describeOnEmbedded('the wallet', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  test('shows the member, the money, the coins and the games', async () => {
    const member = await server.newMember({ wallet: 123_456 })
    const { body } = await member.request(getWallet)
    expect(body).toMatchObject({
      profile: { _id: member.id, coin: 12 },
      bankAccount: { bankAccountName: 'SOMCHAI' },
      wallet: { amount: 1234.56 },
      invite: { amount: 0 },
    })
    expect(body.slots?.length).toBeGreaterThan(3)
    expect(body.slots?.[0]).toMatchObject({ isActive: false, amount: 0 })
  })

  test('a visitor sees nothing', async () => {
    const visitor = await server.client()
    expect(await visitor(getWallet)).toMatchObject(refused('UNAUTHORIZED', 401))
  })

  test('one deposit is credited once, however often it is reported', async () => {
    const member = await server.newMember()
    const deposit = {
      memberId: member.id,
      amount: 50_000,
      operationId: `deposit:test:${member.id}`,
      channel: 'SCB',
    }
    expect(await creditDeposit(server.db, deposit)).toBe(true)
    expect(await creditDeposit(server.db, deposit)).toBe(false)
    await server.play(member, 100_000)
    expect((await member.request(getWallet)).body).toMatchObject({
      wallet: { amount: 500 },
      profile: { coin: 5 },
    })
    await server.expectBalancedLedger()
  })

  test('the sandbox can simulate a bank transfer', async () => {
    const member = await server.newMember()
    expect((await member.request(addMoney, { body: { amount: 20.25 } })).status).toBe(200)
    expect(await member.wallet()).toBe(2_025)
    expect(await member.request(addMoney, { body: { amount: -1 } })).toMatchObject(refused('KEY_INVALID'))
  })

  test('the statement is paged, newest first', async () => {
    const member = await server.newMember()
    for (let n = 1; n <= 12; n += 1) await member.request(addMoney, { body: { amount: n } })
    const page = async (number: number) =>
      (await member.request(listStatements, { body: { page: number, limit: 10 } })).body
    expect(await page(1)).toMatchObject({ total: 12 })
    expect((await page(1)).statements.map(({ amount }) => amount)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect((await page(2)).statements.map(({ amount }) => amount)).toEqual([2, 1])
    expect((await page(3)).statements).toEqual([])
    const wrong = await member.request(listStatements, { body: { page: 0, limit: 10 } })
    expect(wrong).toMatchObject(refused('KEY_INVALID'))
  })

  /** A refresh that PG answers at once and JOKER only when `answer` is called, of a member with 100 baht in PG and 900 in the wallet. */
  async function refreshing(toldByPg: number) {
    const member = await server.newMember({ wallet: 100_000 })
    for (const slot of ['PG', 'JOKER']) await member.request(activateGame, { params: { slot } })
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 100 } })
    const { games } = server.context.providers
    const own = { ...games }
    onTestFinished(() => void Object.assign(games, own))
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    let end: (how: 'made' | 'refused') => void = () => {}
    const moved = new Promise<'made' | 'refused'>((resolve) => (end = resolve))
    let isAsked = false
    games.balance = async ({ gameCode }) => {
      if (gameCode === 'PG') return toldByPg
      isAsked = true
      await answered
      return 0
    }
    games.move = async () => {
      if ((await moved) === 'refused') throw new ProviderFailure('not allowed')
    }
    const move = (from: string, to: string) => {
      const ended = member.request(transfer, { body: { from, to, amount: 100 } })
      const underWay = () => server.db.$count(providerTransfers, eq(providerTransfers.memberId, member.id))
      return {
        ended,
        isUnderWay: async () => {
          await expect.poll(underWay).toBe(1)
        },
      }
    }
    return {
      member,
      move,
      end,
      async begin() {
        const reply = member.request(refreshSlots)
        await expect.poll(() => isAsked).toBe(true)
        return async () => {
          answer()
          const { wallet, slots } = (await reply).body
          return [wallet.amount, slots?.find(({ code }) => code === 'PG')?.amount]
        }
      },
    }
  }

  test('a refresh shows what the providers tell', async () => {
    const { begin } = await refreshing(12_345)
    expect(await (await begin())()).toEqual([900, 123.45])
  })

  test.each([12_345.5, -100, NaN, Infinity, 1e15, '12345' as unknown as number])(
    'a refresh shows the ledger’s balance of a game that tells %s, which is no balance',
    async (told) => {
      const { begin } = await refreshing(told)
      expect(await (await begin())()).toEqual([900, 100])
      expect(server.logged.join('\n')).toContain('game-balance-unknown')
    },
  )

  test('a refresh shows money once that leaves a game meanwhile, however early its transfer has begun', async () => {
    for (const isBegunBefore of [true, false]) {
      const { begin, end, move } = await refreshing(10_000)
      const early = isBegunBefore ? move('PG', 'WALLET') : null
      await early?.isUnderWay()
      const shown = await begin()
      const { ended } = early ?? move('PG', 'WALLET')
      end('made')
      expect((await ended).status).toBe(200)
      expect(await shown()).toEqual([1000, 0])
    }
  })

  test('a refresh shows money in the wallet that a provider had for a moment, and gave back', async () => {
    const { begin, end, move } = await refreshing(20_000)
    const shown = await begin()
    const { ended } = move('WALLET', 'PG')
    end('refused')
    expect((await ended).status).toBe(400)
    expect(await shown()).toEqual([900, 100])
  })

  test('a refresh shows the ledger’s balance of a game whose transfer is still under way', async () => {
    const { member, begin, end, move } = await refreshing(10_000)
    const { ended, isUnderWay } = move('PG', 'WALLET')
    const onItsWay = async () => (await member.request(getWallet)).body.moving
    await isUnderWay()
    expect(await (await begin())()).toEqual([900, 0])
    expect(await onItsWay()).toBe(100)
    end('made')
    await ended
    expect(await onItsWay()).toBe(0)
    await server.expectBalancedLedger()
  })
})

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { transfer, transferAll, withdrawAll } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { HOUR, MINUTE } from '../../clock.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { providerTransfers } from '../../database/schema/provider-transfers.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { balancesOf } from '../../ledger/balances.ts'
import type { GameMove, GamesProvider } from '../../providers/games.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { openTestServer, type TestMember, type TestServer } from '../test-server.ts'
import { finishProviderTransfer } from './finish-transfer.ts'

const GAMES = ['PG', 'JOKER']

/** What an operator's provider says of a transfer by hand, where it does not cancel it by itself. */
type ByHand = (move: GameMove) => void

describeOnOne('a transfer of two moves that one provider does not cancel', (open) => {
  let server: TestServer
  let games: GamesProvider
  let own: GamesProvider
  /** The games whose provider refuses to cancel. */
  let refusing: Set<string>
  beforeAll(async () => {
    server = await openTestServer(open)
    games = server.context.providers.games
    own = { ...games }
  })
  beforeEach(() => {
    refusing = new Set()
    Object.assign(games, own)
  })

  const refuse = (): never => {
    throw new ProviderFailure('not allowed')
  }

  /**
   * A member with 100 baht in each game, and a transfer whose last provider refuses it; with `hasTaken` it took the money nevertheless.
   * The providers of `stuckAt` do not cancel for six hours.
   */
  async function stuck(
    send: (member: TestMember, key: string) => Promise<{ status: number }>,
    {
      last,
      stuckAt,
      hasTaken,
      slots = GAMES,
    }: { last: string; stuckAt: string; hasTaken: boolean; slots?: string[] },
  ) {
    const member = await server.newMember({ wallet: 100_000 })
    for (const slot of slots) {
      await member.request(activateGame, { params: { slot } })
      await member.request(transfer, { body: { from: 'WALLET', to: slot, amount: 100 } })
    }
    games.move = async (move) => {
      if (hasTaken || move.gameCode !== last) await own.move(move)
      if (move.gameCode === last) refuse()
    }
    games.cancel = async (move) => (refusing.has(move.gameCode) ? refuse() : own.cancel(move))
    refusing.add(stuckAt)
    const key = randomUUID()
    expect((await send(member, key)).status).toBe(202)
    const find = async () =>
      (await server.db.select().from(providerTransfers).where(eq(providerTransfers.memberId, member.id)))[0]
    const finish = async (after: number) => {
      server.clock.advance(after)
      await runJob(server.context, finishProviderTransfers)
    }
    await finish(6 * HOUR - MINUTE)
    expect((await find())?.stuckAt).toBeNull()
    await finish(MINUTE)
    const id = (await find())?.id ?? ''
    expect((await find())?.stuckAt).toBeInstanceOf(Date)
    /** What the console's form sends of the transfer. */
    const shown = async () => ({ id, stuckAt: (await find())?.stuckAt?.toISOString() ?? '' })
    const decide = async (verdict: string, page?: { id: string; stuckAt: string }) =>
      server.submitForm('/stuck', { ...(page ?? (await shown())), verdict })
    return { member, key, find, finish, decide, shown }
  }

  const between = ({ request }: TestMember, key: string) =>
    request(transfer, { body: { from: 'PG', to: 'JOKER', amount: 40 }, key })
  const home = ({ request }: TestMember, key: string) => request(transferAll, { body: { to: 'WALLET' }, key })
  const toBank = ({ request }: TestMember, key: string) =>
    request(withdrawAll, { body: { amount: 900 }, key })

  /** The member's money by the books, which have to be the providers' own as soon as nothing is under way. */
  async function endOf(member: TestMember) {
    const { wallet, moving, games: held } = await balancesOf(server.db, member.id)
    const { moves } = server.context.providers.sandbox!
    for (const game of GAMES)
      expect([game, moves.sum(game, `${game}${member.id}`.toLowerCase())]).toEqual([game, held[game]])
    expect(moving).toBe(0)
    await server.expectBalancedLedger()
    return { wallet, ...held }
  }
  /** The game's provider does by hand what it does not by itself. */
  const byHand = async (
    find: () => Promise<{ moves: GameMove[] } | undefined>,
    game: string,
    does: ByHand,
  ) => {
    const move = (await find())?.moves.find(({ gameCode }) => gameCode === game)
    if (move) does(move)
  }

  test('is not given back by the game that paid while the other may have it: said to have arrived, it has', async () => {
    const { member, key, decide } = await stuck(between, { last: 'JOKER', stuckAt: 'JOKER', hasTaken: true })
    await decide('arrived')
    expect(await endOf(member)).toEqual({ wallet: 80_000, PG: 6_000, JOKER: 14_000 })
    expect((await between(member, key)).status).toBe(200)
  })

  test('shows what its games hold, asked only then: the game that has it says more than the books', async () => {
    const { member, decide, shown } = await stuck(between, {
      last: 'JOKER',
      stuckAt: 'JOKER',
      hasTaken: true,
    })
    const { id } = await shown()
    const asked: string[] = []
    const silent = new Set<string>()
    games.balance = (player) => {
      asked.push(player.gameCode)
      return silent.has(player.gameCode) ? Promise.reject(new ProviderFailure('away')) : own.balance(player)
    }
    const rows = async () => {
      const text = await (await server.app.request(`/sandbox/stuck/${id}`)).text()
      // It must not ask the games again by itself, as the console's page is fetched again.
      expect(text).not.toContain('console.js')
      return [...text.matchAll(/<tr><td>(\w+)<\/td>\s*<td>(.*?)(?:\s฿)?<\/td>\s*<td>(.*?)\s฿<\/td>/gu)].map(
        (found) => found.slice(1),
      )
    }
    expect(await (await server.app.request('/sandbox')).text()).toContain(`/sandbox/stuck/${id}`)
    expect(asked).toEqual([])
    expect(await rows()).toEqual([
      ['PG', '60.00', '60.00'],
      ['JOKER', '140.00', '100.00'],
    ])
    expect(asked).toEqual(GAMES)
    silent.add('JOKER')
    expect(await rows()).toEqual([
      ['PG', '60.00', '60.00'],
      ['JOKER', 'no answer: ask again later', '100.00'],
    ])
    await decide('arrived')
    expect((await server.app.request(`/sandbox/stuck/${id}`)).headers.get('location')).toContain('decided')
    expect(await endOf(member)).toMatchObject({ JOKER: 14_000 })
  })

  test('is given back once the other says that it has not: the game that paid is asked to cancel then', async () => {
    const { member, key, find, finish, decide, shown } = await stuck(between, {
      last: 'JOKER',
      stuckAt: 'JOKER',
      hasTaken: false,
    })
    const page = await shown()
    await decide('returned')
    expect(await find()).toMatchObject({ stuckAt: null, status: 'cancelling' })
    // A second answer to the same question changes nothing.
    expect((await decide('arrived', page)).to).toContain('decided')
    await finish(0)
    expect(await find()).toBeUndefined()
    expect(await endOf(member)).toEqual({ wallet: 80_000, PG: 10_000, JOKER: 10_000 })
    expect(await between(member, key)).toMatchObject({ status: 400, body: { message: 'TRANSFER_FAIL' } })
  })

  test('keeps what a person has answered when another worker, who had asked before, fails late', async () => {
    const how = { last: 'JOKER', stuckAt: 'JOKER', hasTaken: false }
    const { member, find, finish, decide, shown } = await stuck(between, how)
    await decide('again')
    const { id } = await shown()
    let fail: (error: Error) => void = () => {}
    games.cancel = () => new Promise((_, reject) => (fail = reject))
    const early = fail
    const late = finishProviderTransfer(server.context, id)
    await expect.poll(() => fail).not.toBe(early)
    games.cancel = async (move) => (refusing.has(move.gameCode) ? refuse() : own.cancel(move))
    await finishProviderTransfer(server.context, id)
    await decide('returned')
    fail(new ProviderFailure('not allowed'))
    await late
    expect(await find()).toMatchObject({ stuckAt: null, moves: [{ gameCode: 'PG' }, { isCancelled: true }] })
    await finish(0)
    expect(await endOf(member)).toEqual({ wallet: 80_000, PG: 10_000, JOKER: 10_000 })
  })

  test('cannot have arrived where one of its moves is off', async () => {
    const { member, find, finish, decide } = await stuck(home, {
      last: 'PG',
      stuckAt: 'JOKER',
      hasTaken: false,
    })
    const page = await (await server.app.request('/sandbox')).text()
    expect(page).not.toContain('the money has arrived')
    await decide('arrived')
    expect((await find())?.stuckAt).toBeInstanceOf(Date)
    await finish(MINUTE)
    await byHand(find, 'JOKER', (move) => void own.cancel(move))
    await decide('returned')
    expect(await find()).toBeUndefined()
    expect(await endOf(member)).toEqual({ wallet: 80_000, PG: 10_000, JOKER: 10_000 })
  })

  const FIRST_PAID = 'value="first-paid"'
  const fromAll = {
    first: 'JOKER',
    end: { wallet: 90_000, PG: 10_000, JOKER: 0 },
    rows: [
      ['PG', 'WALLET', 'FAILED', null],
      ['JOKER', 'WALLET', 'SUCCESS', 900],
    ],
  }
  const fromOne = {
    first: 'PG',
    end: { wallet: 84_000, PG: 6_000, JOKER: 10_000 },
    rows: [['PG', 'WALLET', 'SUCCESS', 840]],
  }
  test.each([
    ['another game', between, fromOne],
    ['the wallet', home, fromAll],
    ['the bank', toBank, fromAll],
  ])(
    'to %s whose first game has paid for good: what it paid is in the wallet, the rest back, and nothing follows',
    async (_, send, { first, end, rows }) => {
      const last = GAMES.find((game) => game !== first) ?? ''
      const { member, key, find, decide, shown } = await stuck(send, {
        last,
        stuckAt: first,
        hasTaken: false,
      })
      const page = await shown()
      expect(await (await server.app.request('/sandbox')).text()).toContain(FIRST_PAID)
      expect((await decide('arrived')).to).toContain('decided')
      const earlier = { ...page, stuckAt: new Date(0).toISOString() }
      expect((await decide('first-paid', earlier)).to).toContain('decided')
      expect((await decide('first-paid')).to).toContain('first-paid')
      expect(await find()).toBeUndefined()
      expect(await endOf(member)).toEqual(end)
      expect((await balancesOf(server.db, member.id)).withdrawing).toBe(0)
      const listed = await member.request(listStatements, {
        body: { page: 1, limit: rows.length, statementTypes: ['transfer'] },
      })
      const seen = listed.body.statements.map((row) => [row.from, row.to, row.status, row.balanceAfter])
      expect(seen).toEqual(rows)
      expect(server.events.at(-1)).toEqual({ memberId: member.id, reason: 'transfer' })
      expect(await send(member, key)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('อยู่ในกระเป๋าเงินของคุณ') as string },
      })
      // A second answer to the same question changes nothing.
      expect((await decide('returned', page)).to).toContain('decided')
      const decisions = await server.db.select().from(auditEvents).where(eq(auditEvents.subject, page.id))
      expect(decisions).toMatchObject([{ memberId: member.id, after: { verdict: 'first-paid' } }])
    },
  )

  test('whose first games have all paid for good: each row has the wallet after it', async () => {
    const { member, decide } = await stuck(home, {
      last: 'PG',
      stuckAt: 'JOKER',
      hasTaken: false,
      slots: ['HUAYHD', ...GAMES],
    })
    expect((await decide('first-paid')).to).toContain('first-paid')
    expect(await endOf(member)).toEqual({ wallet: 90_000, HUAYHD: 0, JOKER: 0, PG: 10_000 })
    const { body } = await member.request(listStatements, {
      body: { page: 1, limit: 3, statementTypes: ['transfer'] },
    })
    expect(body.statements.map((row) => [row.from, row.status, row.balanceAfter])).toEqual([
      ['PG', 'FAILED', null],
      ['JOKER', 'SUCCESS', 900],
      ['HUAYHD', 'SUCCESS', 800],
    ])
  })

  test('of which none is off cannot have been paid in part', async () => {
    const { find, decide } = await stuck(between, { last: 'JOKER', stuckAt: 'JOKER', hasTaken: true })
    expect(await (await server.app.request('/sandbox')).text()).not.toContain(FIRST_PAID)
    expect((await decide('first-paid')).to).toContain('decided')
    expect((await find())?.stuckAt).toBeInstanceOf(Date)
    await decide('arrived')
  })

  test('that waits again is not decided by an answer from before it was asked again', async () => {
    const { member, find, finish, decide, shown } = await stuck(between, {
      last: 'JOKER',
      stuckAt: 'JOKER',
      hasTaken: true,
    })
    const [page, other] = [await shown(), await (await server.app.request('/sandbox')).text()]
    expect(other).toContain(`name="stuckAt" value="${page.stuckAt}"`)
    await decide('again', page)
    await finish(MINUTE)
    expect((await find())?.stuckAt).toBeInstanceOf(Date)
    for (const verdict of ['returned', 'arrived', 'again'])
      expect((await decide(verdict, page)).to).toContain('decided')
    for (const stuckAt of ['then', '0000-01-01T00:00:00.000Z'])
      expect((await decide('arrived', { ...page, stuckAt })).status).toBe(400)
    expect((await decide('arrived')).to).toContain('arrived')
    expect(await endOf(member)).toEqual({ wallet: 80_000, PG: 6_000, JOKER: 14_000 })
  })

  test('of which both do not cancel waits for a person twice', async () => {
    const { member, find, finish, decide } = await stuck(between, {
      last: 'JOKER',
      stuckAt: 'JOKER',
      hasTaken: false,
    })
    refusing.add('PG')
    await decide('returned')
    await finish(0)
    expect((await find())?.stuckAt).toBeInstanceOf(Date)
    await decide('arrived')
    expect(await find()).toBeDefined()
    refusing.clear()
    await decide('again')
    await finish(0)
    expect(await find()).toBeUndefined()
    expect(await endOf(member)).toEqual({ wallet: 80_000, PG: 10_000, JOKER: 10_000 })
  })
})

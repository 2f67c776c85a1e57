import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { collect, type CollectMove, getCollection } from '#api/contract/collect.ts'
import { getOperation } from '#api/contract/operation.ts'
import { transfer } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { HOUR, MINUTE } from '../../clock.ts'
import { describeOnEach, isDrawnInFull } from '../../database/test-database.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { balancesOf } from '../../ledger/balances.ts'
import type { GameMove, GamesProvider } from '../../providers/games.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { openTestServer, refused, type TestMember, type TestServer } from '../test-server.ts'

const RUNS = process.env['LONG'] === '1' ? 200 : 12
const TIMEOUT_MS = 30 * MINUTE
const codes = ['PG', 'JOKER', 'UFABET'] as const

/** What a provider does with the call: pays, refuses, pays and says no, breaks off before or after paying, or says nothing. */
const behaviours = ['pays', 'refuses', 'pays-and-refuses', 'breaks', 'pays-and-breaks', 'is-silent'] as const
type Behaviour = (typeof behaviours)[number]

describeOnEach('everything is brought from the games to the wallet', (open, kind) => {
  let server: TestServer
  let games: GamesProvider
  let own: GamesProvider
  /** Lets the calls that are being held go on. */
  let held: (() => void)[] = []

  beforeAll(async () => {
    server = await openTestServer(() => open({ poolSize: 4 }))
    games = server.context.providers.games
    own = { ...games }
  })
  afterEach(release)

  function release() {
    Object.assign(games, own)
    for (const go of held) go()
    held = []
  }
  function behave(by: Partial<Record<string, Behaviour>>) {
    Object.assign(games, {
      move: async (move: GameMove) => {
        const behaviour = by[move.gameCode] ?? 'pays'
        if (behaviour === 'is-silent') await new Promise<void>((resolve) => held.push(resolve))
        if (behaviour === 'refuses') throw new ProviderFailure('no')
        if (behaviour === 'breaks') throw new Error('socket hang up')
        await own.move(move)
        if (behaviour === 'pays-and-refuses') throw new ProviderFailure('no')
        if (behaviour === 'pays-and-breaks') throw new Error('socket hang up')
      },
    })
  }
  /** A member with this many satang in each game. */
  async function player(amounts: readonly number[]) {
    const member = await server.newMember({ wallet: 100_000 })
    for (const [index, slot] of codes.entries()) {
      await member.request(activateGame, { params: { slot } })
      const amount = (amounts[index] ?? 0) / 100
      if (amount >= 1) await member.request(transfer, { body: { from: 'WALLET', to: slot, amount } })
    }
    return member
  }
  const begun = ({ request }: TestMember, id?: string) => request(getCollection, { params: { id } })
  const last = async (member: TestMember) => (await begun(member)).body
  const statusesOf = async (member: TestMember) =>
    Object.fromEntries(((await last(member))?.moves ?? []).map(({ code, status }) => [code, status]))
  const isOver = async (member: TestMember) =>
    ((await last(member))?.moves ?? []).every(({ status }) => status !== 'moving')
  const atProvider = ({ id }: TestMember, game: string) =>
    server.context.providers.sandbox!.moves.sum(game, `${game}${id}`.toLowerCase())

  test('one operation moves every game, and a repeat of its key moves nothing', async () => {
    const member = await player([30_000, 0, 5_050])
    expect(await last(member)).toBeNull()
    const key = randomUUID()
    const first = await member.request(collect, { key })
    expect(first).toMatchObject({ status: 200, body: { message: 'SUCCESS', amount: 350.5 } })
    await expect.poll(() => isOver(member)).toBe(true)
    const collection = await last(member)
    expect(collection).toMatchObject({
      id: first.body.id,
      moves: [
        { code: 'PG', amount: 300, status: 'moved' },
        { code: 'UFABET', amount: 50.5, status: 'moved' },
      ],
    })
    expect(await member.wallet()).toBe(100_000)
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 10 } })
    expect((await member.request(collect, { key })).body).toEqual(first.body)
    expect((await member.request(getOperation, { params: { key } })).body).toEqual({
      status: 'done',
      reply: first.body,
    })
    expect(await member.gameBalance('PG')).toBe(1_000)
    expect(await last(member)).toEqual(collection)
    await server.expectBalancedLedger()
  })

  test('where no game holds money nothing is moved, and nothing is to be asked for', async () => {
    const member = await player([])
    expect((await member.request(collect)).body).toEqual({ message: 'SUCCESS', amount: 0 })
    expect(await last(member)).toBeNull()
  })

  test('a game that refuses and one that is silent stop no other, and each is named', async () => {
    const member = await player([30_000, 20_000, 10_000])
    behave({ PG: 'refuses', JOKER: 'is-silent' })
    expect((await member.request(collect)).body.amount).toBe(600)
    await expect.poll(() => statusesOf(member)).toEqual({ PG: 'returned', JOKER: 'moving', UFABET: 'moved' })
    expect([
      await member.wallet(),
      await member.gameBalance('PG'),
      await member.gameBalance('JOKER'),
    ]).toEqual([50_000, 30_000, 0])
    expect((await balancesOf(server.db, member.id)).moving).toBe(20_000)
    await server.expectBalancedLedger()
    // What is on its way is not reserved again by another operation.
    behave({})
    expect((await member.request(collect)).body.amount).toBe(300)
    await expect.poll(() => member.wallet()).toBe(80_000)
    release()
    await expect.poll(() => member.wallet()).toBe(100_000)
    await server.expectBalancedLedger()
  })

  test('what is on its way stays in the next collection, and each is told as it was begun', async () => {
    const member = await player([30_000])
    behave({ PG: 'breaks' })
    const { body: first } = await member.request(collect)
    const naga = { code: 'PG', amount: 300 }
    await expect.poll(() => statusesOf(member)).toEqual({ PG: 'moving' })
    await member.request(transfer, { body: { from: 'WALLET', to: 'JOKER', amount: 50 } })
    const { body: second } = await member.request(collect)
    expect(second.amount).toBe(50)
    const moon = { code: 'JOKER', amount: 50, status: 'moved' }
    const nagaOnItsWay = { ...naga, status: 'moving' }
    await expect.poll(() => last(member)).toMatchObject({ id: second.id, moves: [nagaOnItsWay, moon] })
    expect((await begun(member, first.id!)).body).toMatchObject({ id: first.id, moves: [nagaOnItsWay] })
    expect((await begun(member, second.id!)).body).toEqual(await last(member))

    // The provider is told that it is off.
    server.clock.advance(HOUR)
    await runJob(server.context, finishProviderTransfers)
    await expect.poll(() => isOver(member)).toBe(true)
    const nagaBack = { ...naga, status: 'returned' }
    expect((await last(member))?.moves).toEqual([nagaBack, moon])
    expect((await begun(member, first.id!)).body).toMatchObject({ moves: [nagaBack] })
    behave({})

    // What has ended stays with the one that began it.
    const { body: third } = await member.request(collect)
    await expect.poll(() => statusesOf(member)).toEqual({ PG: 'moved' })
    expect(await last(member)).toMatchObject({ id: third.id, moves: [{ ...naga, status: 'moved' }] })
    expect((await begun(member, second.id!)).body).toMatchObject({ moves: [nagaBack, moon] })
    await server.expectBalancedLedger()
  })

  test('earlier collections are kept for a day', async () => {
    const member = await player([30_000])
    const collected = async () => {
      const { body } = await member.request(collect)
      await expect.poll(() => isOver(member)).toBe(true)
      return body.id!
    }
    /** The member collects anew when the collections before are so many hours old. */
    const collectedAfter = async (hours: number) => {
      await server.db
        .execute(sql`update collections set created_at = now() - make_interval(hours => ${hours}::int)
        where member_id = ${member.id}`)
      await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 10 } })
      return collected()
    }
    const first = await collected()
    const second = await collectedAfter(23)
    for (const id of [first, second]) expect((await begun(member, id)).body).toMatchObject({ id })
    const third = await collectedAfter(25)
    for (const id of [first, second]) expect(await begun(member, id)).toMatchObject(refused('NO_DATA', 404))
    expect((await begun(member, third)).body).toMatchObject({ id: third })
  })

  test('a process whose clock is a day ahead deletes none that a phone still follows', async () => {
    const member = await player([30_000])
    const { body } = await member.request(collect)
    await expect.poll(() => isOver(member)).toBe(true)
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 10 } })
    server.clock.advance(25 * HOUR)
    onTestFinished(() => server.clock.advance(-25 * HOUR))
    expect((await member.request(collect)).body.amount).toBe(10)
    expect((await begun(member, body.id!)).body).toMatchObject({ id: body.id })
  })

  test('nobody sees another member’s collection', async () => {
    const [one, other] = [await player([10_000]), await player([])]
    const { body } = await one.request(collect)
    expect(await last(other)).toBeNull()
    for (const id of [body.id!, 'none', randomUUID()])
      expect(await begun(other, id)).toMatchObject(refused('NO_DATA', 404))
  })

  test('two operations at once move each satang once', async () => {
    const member = await player([30_000, 20_000])
    const answers = await Promise.all([member.request(collect), member.request(collect)])
    expect(answers.map(({ body }) => body.amount).sort((a, b) => a - b)).toEqual([0, 500])
    await expect.poll(() => member.wallet()).toBe(100_000)
    await server.expectBalancedLedger()
  })

  test(
    'law: however often it is done, whatever is on its way is in the last one, and each tells what it began',
    { timeout: TIMEOUT_MS },
    async () => {
      const behaviour = fc.constantFrom('pays', 'refuses', 'breaks', 'pays-and-breaks')
      const round = fc.record({
        to: fc.constantFrom(...codes),
        by: fc.tuple(behaviour, behaviour, behaviour),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 4 }), async (rounds) => {
          const member = await player([])
          const sumOf = (moves: readonly { amount: number }[]) =>
            moves.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
          const toldToMove = async () =>
            sumOf(((await last(member))?.moves ?? []).filter(({ status }) => status === 'moving'))
          const isToldInFull = async () =>
            (await toldToMove()) === (await balancesOf(server.db, member.id)).moving
          for (const { to, by } of rounds) {
            behave({})
            await member.request(transfer, { body: { from: 'WALLET', to, amount: 100 } })
            behave(Object.fromEntries(codes.map((code, index) => [code, by[index]])))
            const { id, amount } = (await member.request(collect)).body
            await expect.poll(isToldInFull).toBe(true)
            const { body: told } = await begun(member, id!)
            expect((await last(member))?.id).toBe(id)
            expect(sumOf(told?.moves ?? [])).toBeGreaterThanOrEqual(amount * 100)
          }
          behave({})
          server.clock.advance(2 * MINUTE)
          await runJob(server.context, finishProviderTransfers)
          await expect.poll(() => isOver(member)).toBe(true)
          expect((await balancesOf(server.db, member.id)).moving).toBe(0)
        }),
        { numRuns: isDrawnInFull(kind) ? RUNS : 3, endOnFailure: true },
      )
      await server.expectBalancedLedger()
    },
  )

  test(
    'whatever providers do, no satang is made or lost, and every row says where its money is',
    { timeout: TIMEOUT_MS },
    async () => {
      const amounts = fc.tuple(
        ...codes.map(() => fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 30_000 }))),
      )
      const plan = fc.tuple(...codes.map(() => fc.constantFrom(...behaviours)))
      await fc.assert(
        fc.asyncProperty(amounts, plan, fc.boolean(), async (put, behaviourOf, recovers) => {
          const member = await player(put)
          const behaviour = (code: string) => behaviourOf[codes.indexOf(code as (typeof codes)[number])]
          behave(Object.fromEntries(codes.map((code) => [code, behaviour(code)])))
          const all = put.reduce((sum, amount) => sum + amount, 0)
          const { body } = await member.request(collect)
          expect(Math.round(body.amount * 100)).toBe(all)
          const total = async () => {
            const { wallet, moving, games: inGames } = await balancesOf(server.db, member.id)
            return Object.values(inGames).reduce((sum, amount) => sum + amount, wallet + moving)
          }
          expect(await total()).toBe(100_000)
          const isOpen = (code: string) =>
            ['breaks', 'pays-and-breaks', 'is-silent'].includes(behaviour(code) ?? '')
          const settled = codes.filter((code, index) => (put[index] ?? 0) > 0 && !isOpen(code))
          await expect
            .poll(async () => {
              const statuses = await statusesOf(member)
              return settled.every((code) => statuses[code] !== 'moving')
            })
            .toBe(true)
          expect(await total()).toBe(100_000)

          // Either the providers answer again, or they stay as they are until they are told that it is off.
          if (recovers) release()
          server.clock.advance(recovers ? 2 * MINUTE : HOUR)
          if (!recovers) for (const go of held.splice(0)) go()
          await runJob(server.context, finishProviderTransfers)
          await expect.poll(() => isOver(member)).toBe(true)
          release()

          const ends: Record<string, CollectMove['status']> = await statusesOf(member)
          const { wallet, moving, games: inGames } = await balancesOf(server.db, member.id)
          const amountOf = (code: (typeof codes)[number]) => put[codes.indexOf(code)] ?? 0
          const sumOf = (of: readonly (typeof codes)[number][]) =>
            of.reduce((sum, code) => sum + amountOf(code), 0)
          const asked = codes.filter((code) => amountOf(code) > 0)
          expect(Object.keys(ends).sort()).toEqual([...asked].sort())
          const left = codes.map((code) => (ends[code] === 'moved' ? 0 : amountOf(code)))
          expect(codes.map((code) => inGames[code] ?? 0)).toEqual(left)
          expect(codes.map((code) => atProvider(member, code))).toEqual(left)
          const arrived = sumOf(asked.filter((code) => ends[code] === 'moved'))
          expect([moving, wallet]).toEqual([0, 100_000 - all + arrived])
        }),
        { numRuns: isDrawnInFull(kind) ? RUNS : 3, endOnFailure: true },
      )
      await server.expectBalancedLedger()
    },
  )
})

import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listStatements } from '#api/contract/statement.ts'
import { getWallet, refreshSlots, transfer, transferAll, withdrawAll } from '#api/contract/wallet.ts'
import { activateGame, getGameAccount, resetGamePassword } from '#api/contract/game-account.ts'
import { HOUR } from '../../clock.ts'
import { games } from '../../database/schema/games.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { type TestServer, openTestServer, refused, type TestMember } from '../test-server.ts'

describeOnOne('games and transfers', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const activate = (member: TestMember, slot: string) => member.request(activateGame, { params: { slot } })
  const move = (member: TestMember, from: string, to: string, amount: number, key?: string) =>
    member.request(transfer, { body: { from, to, amount }, key })
  const fail = (game: string) => server.submitForm('/switches', { name: `game:${game}` })
  const failAfter = (game: string) => fail(`${game}:after`)
  /** The member's balance by the provider's own records, in satang, and each transfer. */
  const atProvider = async (member: TestMember, game: string) => {
    const { body } = await member.request(getGameAccount, { params: { slot: game } })
    const { moves } = server.context.providers.sandbox!
    const mine = moves.of(game).filter(({ username }) => username === body.username)
    return { holds: moves.sum(game, body.username), moves: mine.map(({ amount, state }) => [amount, state]) }
  }

  async function player(wallet = 100_000) {
    const member = await server.newMember({ wallet })
    await activate(member, 'PG')
    await activate(member, 'JOKER')
    return member
  }

  test('activating creates an account once; its password can be reset', async () => {
    const member = await server.newMember()
    const params = { slot: 'UFABET' }
    expect(await member.request(getGameAccount, { params })).toMatchObject(refused('SLOT_NO_ACCOUNT'))
    expect(await member.request(resetGamePassword, { params })).toMatchObject(refused('SLOT_NO_ACCOUNT'))
    const opened = await activate(member, 'UFABET')
    expect(opened.status).toBe(200)
    expect(opened.body.event).toMatchObject({
      __VIEWSTATE: expect.any(String) as string,
      // Never a number: forms that have one too large are refused.
      __VIEWSTATEGENERATOR: expect.stringMatching(/^C[\dA-F]{7}$/u) as string,
    })
    expect((await member.request(getGameAccount, { params })).body).toEqual(opened.body)
    expect(await activate(member, 'UFABET')).toMatchObject(refused('SLOT_ALREADY_ACTIVE'))
    const renewed = await member.request(resetGamePassword, { params })
    expect(renewed.body.username).toBe(opened.body.username)
    expect(renewed.body.password).not.toBe(opened.body.password)
    expect((await member.request(getGameAccount, { params })).body).toEqual(renewed.body)
  })

  test('a provider is asked for ten new passwords an hour, also if it fails', async () => {
    const member = await server.newMember()
    const params = { slot: 'JOKER' }
    const reset = () => member.request(resetGamePassword, { params })
    await activate(member, 'JOKER')
    await fail('JOKER')
    expect(await reset()).toMatchObject(refused('SLOT_RESET_PASSWORD_FAIL'))
    for (let n = 1; n < 10; n += 1) expect((await reset()).status).toBe(200)
    const { body } = await member.request(getGameAccount, { params })
    expect(await reset()).toMatchObject(refused('REQUEST_LIMIT', 429))
    expect((await member.request(getGameAccount, { params })).body).toEqual(body)
    server.clock.advance(HOUR)
    expect((await reset()).status).toBe(200)
  })

  test('an unknown game and a failing provider are refused', async () => {
    const member = await server.newMember()
    for (const call of [getGameAccount, activateGame, resetGamePassword])
      expect(await member.request(call, { params: { slot: 'CHESS' } })).toMatchObject(refused('NO_GAME'))
    await fail('JOKER')
    expect(await activate(member, 'JOKER')).toMatchObject(refused('SLOT_ACTIVATE_FAIL'))
    expect((await activate(member, 'JOKER')).status).toBe(200)
    await fail('JOKER')
    const reset = await member.request(resetGamePassword, { params: { slot: 'JOKER' } })
    expect(reset).toMatchObject(refused('SLOT_RESET_PASSWORD_FAIL'))
  })

  test('money is transferred into a game, to another, and back, and the statement has every step', async () => {
    const member = await player()
    expect(await move(member, 'WALLET', 'PG', 300.5)).toMatchObject({
      status: 200,
      body: { message: 'SUCCESS' },
    })
    expect(await move(member, 'PG', 'JOKER', 100)).toMatchObject({ status: 200 })
    expect(await move(member, 'JOKER', 'WALLET', 40)).toMatchObject({ status: 200 })
    expect([
      await member.wallet(),
      await member.gameBalance('PG'),
      await member.gameBalance('JOKER'),
    ]).toEqual([73_950, 20_050, 6_000])
    const { body } = await member.request(listStatements, { body: { page: 1, limit: 10 } })
    expect(body.statements.map(({ from, to, amount }) => [from, to, amount])).toEqual([
      ['JOKER', 'WALLET', 40],
      ['PG', 'JOKER', 100],
      ['WALLET', 'PG', 300.5],
      ['KBANK', 'WALLET', 1000],
    ])
    await server.expectBalancedLedger()
  })

  test('the same key transfers once', async () => {
    const member = await player()
    const key = '0c7a3a0e-2d4b-4d6e-9a3c-0f5a0a9d0001'
    await move(member, 'WALLET', 'PG', 100, key)
    await move(member, 'WALLET', 'PG', 100, key)
    expect(await member.gameBalance('PG')).toBe(10_000)
  })

  test.each([
    ['WALLET', 'PG', 1000.01, 'MONEY_NOT_ENOUGH'],
    ['PG', 'WALLET', 1, 'MONEY_NOT_ENOUGH'],
    ['WALLET', 'PG', 0.99, 'TRANSFER_MINIMUM'],
    ['WALLET', 'PG', 0, 'TRANSFER_MINIMUM'],
    ['WALLET', 'PG', -5, 'TRANSFER_MINIMUM'],
    ['WALLET', 'PG', 1.001, 'KEY_INVALID'],
    ['WALLET', 'PG', 1e18, 'KEY_INVALID'],
    ['WALLET', 'WALLET', 10, 'KEY_INVALID'],
    ['PG', 'PG', 10, 'KEY_INVALID'],
    ['WALLET', 'CHESS', 10, 'NO_GAME'],
    ['WALLET', 'HUAYHD', 10, 'SLOT_NO_ACCOUNT'],
  ])('from %s to %s %d baht: %s, and nothing moves', async (from, to, amount, message) => {
    const member = await player()
    expect(await move(member, from, to, amount)).toMatchObject(refused(message))
    expect(await member.wallet()).toBe(100_000)
  })

  test('a provider that fails leaves everything where it was', async () => {
    const member = await player()
    await fail('PG')
    expect(await move(member, 'WALLET', 'PG', 100)).toMatchObject(refused('TRANSFER_FAIL'))
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([100_000, 0])
    const { body } = await member.request(listStatements, { body: { page: 1, limit: 10 } })
    expect(body.statements.map(({ from, to, status }) => [from, to, status])).toEqual([
      ['WALLET', 'PG', 'FAILED'],
      ['KBANK', 'WALLET', 'SUCCESS'],
    ])
    expect((await move(member, 'WALLET', 'PG', 100)).status).toBe(200)
    await fail('JOKER')
    expect(await move(member, 'PG', 'JOKER', 50)).toMatchObject(refused('TRANSFER_FAIL'))
    expect(await member.gameBalance('PG')).toBe(10_000)
    await server.expectBalancedLedger()
  })

  test('a provider that fails after accepting the money returns it once', async () => {
    const member = await player()
    await failAfter('PG')
    const key = '0c7a3a0e-2d4b-4d6e-9a3c-0f5a0a9d0002'
    expect(await move(member, 'WALLET', 'PG', 100, key)).toMatchObject(refused('TRANSFER_FAIL'))
    expect(await move(member, 'WALLET', 'PG', 100, key)).toMatchObject(refused('TRANSFER_FAIL'))
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([100_000, 0])
    expect(await atProvider(member, 'PG')).toEqual({ holds: 0, moves: [[10_000, 'given back']] })

    expect((await move(member, 'WALLET', 'PG', 100)).status).toBe(200)
    await failAfter('PG')
    expect(await move(member, 'PG', 'WALLET', 60)).toMatchObject(refused('TRANSFER_FAIL'))
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([90_000, 10_000])
    expect((await atProvider(member, 'PG')).holds).toBe(10_000)
    await server.expectBalancedLedger()
  })

  test('between two games, the first gets the money back if the second refuses it', async () => {
    const member = await player()
    await move(member, 'WALLET', 'PG', 100)
    for (const breakGame of [fail, failAfter]) {
      await breakGame('JOKER')
      expect(await move(member, 'PG', 'JOKER', 40)).toMatchObject(refused('TRANSFER_FAIL'))
      expect((await atProvider(member, 'PG')).holds).toBe(10_000)
      expect((await atProvider(member, 'JOKER')).holds).toBe(0)
    }
    await failAfter('JOKER')
    expect(await member.request(transferAll, { body: { to: 'JOKER' } })).toMatchObject(
      refused('TRANSFER_FAIL'),
    )
    expect([await member.wallet(), await member.gameBalance('JOKER')]).toEqual([90_000, 0])
    expect((await atProvider(member, 'JOKER')).holds).toBe(0)
    await server.expectBalancedLedger()
  })

  test('a withdrawal of more than there is asks no provider', async () => {
    const member = await player()
    await move(member, 'WALLET', 'PG', 100)
    expect(await member.request(withdrawAll, { body: { amount: 1000.01 } })).toMatchObject(
      refused('MONEY_NOT_ENOUGH'),
    )
    expect(await member.gameBalance('PG')).toBe(10_000)
    expect(await atProvider(member, 'PG')).toEqual({ holds: 10_000, moves: [[10_000, 'made']] })
  })

  test('everything goes into a game, and everything comes back from all games', async () => {
    const member = await player(100_001)
    expect((await member.request(transferAll, { body: { to: 'PG' } })).body).toMatchObject({
      amount: 1000.01,
    })
    expect((await member.request(transferAll, { body: { to: 'PG' } })).body).toMatchObject({ amount: 0 })
    await move(member, 'PG', 'JOKER', 400)
    expect((await member.request(transferAll, { body: { to: 'WALLET' } })).body).toMatchObject({
      amount: 1000.01,
    })
    expect([
      await member.wallet(),
      await member.gameBalance('PG'),
      await member.gameBalance('JOKER'),
    ]).toEqual([100_001, 0, 0])
    expect(await member.request(transferAll, { body: { to: 'CHESS' } })).toMatchObject(refused('NO_GAME'))
    await move(member, 'WALLET', 'PG', 10)
    await fail('PG')
    expect(await member.request(transferAll, { body: { to: 'WALLET' } })).toMatchObject(
      refused('TRANSFER_FAIL'),
    )
    expect(await member.gameBalance('PG')).toBe(1_000)
    await server.expectBalancedLedger()
  })

  test('everything into a game is no more than was shown: money that has arrived since stays in the wallet', async () => {
    const member = await player(100_000)
    const fill = async (atMost: number) =>
      (await member.request(transferAll, { body: { to: 'PG', atMost } })).body
    expect(await fill(600)).toMatchObject({ amount: 600 })
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([40_000, 60_000])
    expect(await fill(600)).toMatchObject({ amount: 400 })
    expect([await member.wallet(), await member.gameBalance('PG')]).toEqual([0, 100_000])
    expect((await member.request(transferAll, { body: { to: 'WALLET', atMost: 1 } })).body).toMatchObject({
      amount: 1000,
    })
    expect((await member.request(transferAll, { body: { to: 'PG', atMost: -1 } })).status).toBe(400)
    await server.expectBalancedLedger()
  })

  test('a closed game shows its balance until that is taken out, and accepts no money', async () => {
    const member = await player()
    await move(member, 'WALLET', 'PG', 25)
    const setEnabled = (enabled: boolean) =>
      server.db.update(games).set({ enabled }).where(eq(games.code, 'PG'))
    await setEnabled(false)
    const slot = async (call: typeof getWallet | typeof refreshSlots) =>
      (await member.request(call)).body.slots?.find(({ code }) => code === 'PG')
    expect(await slot(getWallet)).toMatchObject({ amount: 25, isActive: true, closed: true })
    expect(await slot(refreshSlots)).toMatchObject({ amount: 25, closed: true })
    expect(await move(member, 'WALLET', 'PG', 5)).toMatchObject(refused('NO_GAME'))
    expect(await member.request(transferAll, { body: { to: 'PG' } })).toMatchObject(refused('NO_GAME'))
    expect((await move(member, 'PG', 'WALLET', 24.75)).status).toBe(200)
    expect(await slot(getWallet)).toMatchObject({ amount: 0.25, closed: true })
    expect((await member.request(transferAll, { body: { to: 'WALLET' } })).status).toBe(200)
    expect(await slot(getWallet)).toBeUndefined()
    expect(await member.wallet()).toBe(100_000)
    await setEnabled(true)
    expect(await slot(getWallet)).not.toHaveProperty('closed')
  })

  test('a refresh queries each provider', async () => {
    const member = await player()
    await move(member, 'WALLET', 'PG', 25)
    const { body } = await member.request(refreshSlots)
    expect(body.slots?.find(({ code }) => code === 'PG')).toMatchObject({ amount: 25, isActive: true })
    expect(body.slots?.find(({ code }) => code === 'HUAYHD')).toMatchObject({ amount: 0, isActive: false })
  })
})

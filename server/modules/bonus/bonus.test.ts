import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  activateBonus,
  checkActiveBonus,
  checkMinimumBonus,
  clearBonus,
  listBonuses,
} from '#api/contract/bonus.ts'
import { activatePromotion, currentPromotion, findPromotion } from '#api/contract/promotion.ts'
import { listStatements } from '#api/contract/statement.ts'
import { addMoney, transfer, withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { DAY, later, MINUTE } from '../../clock.ts'
import { bonuses, promotions } from '../../database/schema/bonuses.ts'
import { transact } from '../../database/query.ts'
import { defaultOf, writeSetting } from '../../database/settings.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { reportResult } from '../games/report-result.ts'
import { type TestServer, openTestServer, refused, type TestMember } from '../test-server.ts'

describeOnOne('bonuses and promotions', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
    await server.db.insert(bonuses).values([
      {
        code: 'TEN',
        name: { en: 'Ten' },
        type: 'limit',
        maxReceived: 1,
        rewardAmount: 1_000,
        turnoverTimes: 2,
        percentFail: 10,
      },
      {
        code: 'SHARE',
        name: { en: 'Share' },
        type: 'day',
        maxReceived: 1,
        rewardPercent: 10,
        rewardMax: 5_000,
      },
    ])
    await server.db.insert(promotions).values([
      { code: 'LAST', description: { en: 'Last place' }, rewardAmount: 500, maxUses: 1 },
      { code: 'OVER', description: { en: 'Over' }, rewardAmount: 500, endsAt: new Date(0) },
      { code: 'HALF', description: { en: 'Half of what you have' }, rewardPercent: 50, rewardMax: 5_000 },
    ])
  })

  const activate = (member: TestMember, code: string) => member.request(activateBonus, { params: { code } })
  const redeem = (member: TestMember, code: string) => member.request(activatePromotion, { params: { code } })
  const play = ({ id }: TestMember, amount: number) =>
    transact(server.db, (tx) =>
      reportResult(tx, { memberId: id, gameCode: 'PG', amount, round: randomUUID() }, server.clock.now()),
    )
  async function playing(member: TestMember, amount: number) {
    await member.request(activateGame, { params: { slot: 'PG' } })
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount } })
  }

  test('a bonus is paid at once, excludes others, and ends when its turnover is met', async () => {
    const member = await server.newMember({ wallet: 10_000 })
    expect((await activate(member, 'TEN')).status).toBe(200)
    expect(await member.wallet()).toBe(11_000)
    expect(await activate(member, 'TEN')).toMatchObject(refused('BONUS_ALREADY_ACTIVE'))
    expect(await activate(member, 'SHARE')).toMatchObject(refused('BONUS_REMAINING'))
    expect(await redeem(member, 'CHAMPA50')).toMatchObject(refused('BONUS_REMAINING'))
    const running = { status: true, type: 'Ten', toPlay: 20, required: 20, mayEnd: false, endsBelow: 11 }
    expect((await member.request(checkActiveBonus)).body).toEqual(running)
    const bound = {
      message: 'BONUS_CONDITION',
      reason: 'bonus-not-played',
      percent: expect.any(Number) as unknown,
    }
    expect(await member.request(clearBonus)).toMatchObject({ status: 400, body: bound })

    // In the list, of the active bonus alone.
    const toPlay = async () =>
      (await member.request(listBonuses)).body.flatMap((one) =>
        one.toPlay === undefined ? [] : [[one.code, one.toPlay]],
      )
    expect(await toPlay()).toEqual([['TEN', 20]])
    await playing(member, 50)
    await play(member, -1_500)
    expect((await member.request(checkMinimumBonus)).body).toEqual({ status: false })
    expect((await member.request(checkActiveBonus)).body).toMatchObject({ toPlay: 5 })
    expect(await toPlay()).toEqual([['TEN', 5]])
    await play(member, 500)
    expect((await member.request(checkActiveBonus)).body).toMatchObject({ toPlay: 0, mayEnd: true })
    expect(await toPlay()).toEqual([['TEN', 0]])
    server.events.length = 0
    expect((await member.request(clearBonus)).body).toEqual({ message: 'BONUS_CLEAR' })
    // The member's other tabs and phones hear of it.
    expect(server.events).toEqual([{ memberId: member.id, reason: 'bonus' }])
    expect(await toPlay()).toEqual([])
    expect(await member.request(clearBonus)).toMatchObject(refused('NO_DATA'))
    expect((await member.request(checkActiveBonus)).body).toMatchObject({ status: false })
    expect(await activate(member, 'TEN')).toMatchObject(refused('BONUS_MAX_CLAIMED'))
    const { body } = await member.request(listStatements, { body: { page: 1, limit: 1 } })
    expect(body.statements).toMatchObject([
      { statementType: 'finish_bonus', amount: 10, status: 'SUCCESS', description: 'bonus' },
    ])
    await server.expectBalancedLedger()
  })

  test('a bonus can be cancelled when almost nothing is left', async () => {
    const member = await server.newMember()
    await activate(member, 'TEN')
    await playing(member, 10)
    await play(member, -900)
    expect((await member.request(checkMinimumBonus)).body).toEqual({ status: true })
    expect((await member.request(clearBonus)).status).toBe(200)
  })

  test('a deposit ends a bonus that could have been ended before it, and is not held by that', async () => {
    const afterDeposit = async (lost: number) => {
      const member = await server.newMember()
      await activate(member, 'TEN')
      await playing(member, 10)
      await play(member, -lost)
      await member.request(addMoney, { body: { amount: 500 } })
      return member
    }
    const early = await afterDeposit(899)
    expect((await early.request(checkActiveBonus)).body).toMatchObject({ status: true, mayEnd: false })
    expect(await early.request(withdraw, { body: { amount: 500 } })).toMatchObject(refused('BONUS_CONDITION'))

    const late = await afterDeposit(900)
    expect((await late.request(checkActiveBonus)).body).toMatchObject({ status: false })
    expect((await late.request(withdraw, { body: { amount: 500 } })).status).toBe(200)
    const { statements } = (await late.request(listStatements, { body: { page: 1, limit: 10 } })).body
    expect(statements.map(({ statementType, status }) => [statementType, status])).toContainEqual([
      'finish_bonus',
      'FAILED',
    ])
  })

  test('a withdrawal that comes back ends a bonus that could have been ended before it, and is not held by that', async () => {
    const withdrawn = async () => {
      const member = await server.newMember({ wallet: 100_000 })
      expect((await member.request(withdraw, { body: { amount: 1_000 } })).status).toBe(200)
      const { statements } = (await member.request(listStatements, { body: { page: 1, limit: 1 } })).body
      return { member, id: statements[0]?.reference ?? '' }
    }
    const fromBank = async ({ member, id }: Awaited<ReturnType<typeof withdrawn>>, lost: number) => {
      expect((await activate(member, 'TEN')).status).toBe(200)
      await playing(member, 10)
      await play(member, -lost)
      await server.submitForm('/withdrawals/refuse', await server.decisionOf(id))
      expect(await member.wallet()).toBe(100_000)
      return member
    }
    const early = await fromBank(await withdrawn(), 899)
    expect((await early.request(checkActiveBonus)).body).toMatchObject({ status: true, mayEnd: false })

    const late = await fromBank(await withdrawn(), 900)
    expect((await late.request(checkActiveBonus)).body).toMatchObject({ status: false })
    expect((await late.request(withdraw, { body: { amount: 1_000 } })).status).toBe(200)

    await writeSetting(server.db, 'payouts', { ...defaultOf('payouts'), waitSeconds: 60 })
    const { member, id } = await withdrawn()
    await writeSetting(server.db, 'payouts', defaultOf('payouts'))
    await activate(member, 'TEN')
    await playing(member, 10)
    await play(member, -1_000)
    expect((await member.request(cancelWithdrawal, { params: { id } })).status).toBe(200)
    expect((await member.request(withdraw, { body: { amount: 1_000 } })).status).toBe(200)
    await server.expectBalancedLedger()
  })

  test('nor is one whose games have not paid', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    await playing(member, 1_000)
    const { games } = server.context.providers
    const own = { ...games }
    Object.assign(games, { move: () => Promise.reject(new Error('socket hang up')) })
    expect((await member.request(withdrawAll, { body: { amount: 1_000 } })).status).toBe(202)
    Object.assign(games, own)
    await activate(member, 'TEN')
    await playing(member, 10)
    await play(member, -1_000)
    expect((await member.request(checkActiveBonus)).body).toMatchObject({ mayEnd: true })
    Object.assign(games, { move: () => Promise.reject(new ProviderFailure('no')) })
    server.clock.advance(MINUTE)
    await runJob(server.context, finishProviderTransfers)
    Object.assign(games, own)
    expect(await member.gameBalance('PG')).toBe(100_000)
    expect((await member.request(checkActiveBonus)).body).toMatchObject({ status: false })
    await server.expectBalancedLedger()
  })

  test('a bonus whose turnover is met stays until its member ends it, whatever comes in', async () => {
    const member = await server.newMember({ wallet: 10_000 })
    await activate(member, 'TEN')
    await playing(member, 50)
    await play(member, -1_000)
    await play(member, 1_000)
    await member.request(addMoney, { body: { amount: 500 } })
    expect((await member.request(checkActiveBonus)).body).toMatchObject({
      status: true,
      toPlay: 0,
      mayEnd: true,
    })
    expect((await member.request(clearBonus)).status).toBe(200)
  })

  test('a bonus does not hold the next deposit when what is left is too little to be played', async () => {
    const small = { code: 'SMALL', name: { en: 'Small' }, type: 'limit', maxReceived: 1 } as const
    await server.db
      .insert(bonuses)
      .values({ ...small, rewardAmount: 500, turnoverTimes: 4, percentFail: 7.5 })
    const member = await server.newMember()
    await activate(member, 'SMALL')
    await playing(member, 5)
    await play(member, -400)
    expect((await member.request(checkActiveBonus)).body).toMatchObject({ mayEnd: false, endsBelow: 0.99 })
    await play(member, -1)
    expect((await member.request(checkActiveBonus)).body).toMatchObject({ toPlay: 15.99, mayEnd: true })
    expect((await member.request(clearBonus)).status).toBe(200)
    await member.request(addMoney, { body: { amount: 500 } })
    expect((await member.request(withdraw, { body: { amount: 500 } })).status).toBe(200)
  })

  test.each([
    ['bonus', 'TEN', bonuses],
    ['promotion', 'HELD', promotions],
  ] as const)('a %s that runs is told with its own terms, not the offer’s', async (kind, code, offers) => {
    const member = await server.newMember()
    if (kind === 'promotion')
      await server.db
        .insert(promotions)
        .values({ code, description: { en: 'Held' }, rewardAmount: 1_000, turnoverTimes: 2, percentFail: 10 })
    const edit = (percentFail: number) =>
      server.db.update(offers).set({ percentFail }).where(eq(offers.code, code))
    const shown = async () => {
      if (kind === 'promotion') return (await member.request(currentPromotion)).body
      return (await member.request(listBonuses)).body.find((one) => one.code === code)
    }
    expect((await (kind === 'bonus' ? activate : redeem)(member, code)).status).toBe(200)
    await edit(100)
    try {
      expect((await member.request(checkActiveBonus)).body).toMatchObject({ mayEnd: false, endsBelow: 1 })
      const bound = { message: 'BONUS_CONDITION', percent: 10 }
      expect(await member.request(clearBonus)).toMatchObject({ status: 400, body: bound })
      const told = await shown()
      expect(told?.percentFail).toBe(10)
      expect(told?.rewardTerms ?? null).toBeNull()
    } finally {
      await edit(10)
    }
  })

  test.each([
    { percentFail: 5 },
    { rewardAmount: 400 },
    { rewardPercent: 1 },
    { rewardMax: 100 },
    { turnoverTimes: 20 },
  ])('an offer is not claimed on other terms than it was shown with: %j', async (changed) => {
    const code = randomUUID().toUpperCase()
    const offer = { code, rewardAmount: 500, turnoverTimes: 2, percentFail: 10 }
    await server.db.insert(bonuses).values({ ...offer, name: { en: 'Edited' }, type: 'limit' })
    await server.db.insert(promotions).values({ ...offer, description: { en: 'Edited' } })
    const bonusShown = async (member: TestMember) =>
      (await member.request(listBonuses)).body.find((one) => one.code === code)?.termsVersion
    const promotionShown = async (member: TestMember) =>
      (await member.request(findPromotion, { params: { code } })).body?.termsVersion
    for (const [call, shown, offers] of [
      [activateBonus, bonusShown, bonuses],
      [activatePromotion, promotionShown, promotions],
    ] as const) {
      const member = await server.newMember()
      const terms = await shown(member)
      expect(terms).toMatch(/./u)
      await server.db.update(offers).set(changed).where(eq(offers.code, code))
      const late = await member.request(call, { params: { code, terms } })
      expect(late).toMatchObject({
        status: 400,
        body: { message: 'BONUS_CONDITION', reason: 'terms-changed' },
      })
      expect(await member.wallet()).toBe(0)
      const now = await shown(member)
      expect((await member.request(call, { params: { code, terms: now } })).status).toBe(200)
    }
  })

  test('money that is on its way to the bank does not count: a bonus taken meanwhile must be played', async () => {
    const member = await server.newMember({ wallet: 100_000 })
    await playing(member, 900)
    const { games } = server.context.providers
    const own = { ...games }
    Object.assign(games, { move: () => Promise.reject(new Error('socket hang up')) })
    expect((await member.request(withdrawAll, { body: { amount: 1_000 } })).status).toBe(202)
    Object.assign(games, own)
    expect((await activate(member, 'TEN')).status).toBe(200)
    server.clock.advance(MINUTE)
    await runJob(server.context, finishProviderTransfers)
    expect(await member.wallet()).toBe(1_000)
    expect((await member.request(checkMinimumBonus)).body).toEqual({ status: false })
    expect(await member.request(clearBonus)).toMatchObject(refused('BONUS_CONDITION'))
  })

  test('a percentage of the wallet is paid once a day, rounded down and up to its maximum', async () => {
    const poor = await server.newMember()
    const broke = { message: 'BONUS_CONDITION', reason: 'deposit-first' }
    expect(await activate(poor, 'SHARE')).toMatchObject({ status: 400, body: broke })
    const rich = await server.newMember({ wallet: 1_000_000 })
    await activate(rich, 'SHARE')
    expect(await rich.wallet()).toBe(1_005_000)

    const member = await server.newMember({ wallet: 1_009 })
    await activate(member, 'SHARE')
    expect(await member.wallet()).toBe(1_109)
    await member.request(clearBonus)
    expect(await activate(member, 'SHARE')).toMatchObject(refused('BONUS_MAX_CLAIMED'))
    server.clock.advance(DAY)
    expect((await activate(member, 'SHARE')).status).toBe(200)
    const { body } = await member.request(listBonuses)
    const mine = body.find(({ code }) => code === 'SHARE')?.userBonus
    expect(mine).toMatchObject({ isActive: true })
    expect(mine?.received).toHaveLength(1)
    expect(await activate(member, 'NONE')).toMatchObject(refused('NO_DATA'))
  })

  test('a bonus that is taken again is played again: neither stakes nor terms of the first time count', async () => {
    const again = { code: 'AGAIN', name: { en: 'Again' }, type: 'limit', maxReceived: 2 } as const
    await server.db
      .insert(bonuses)
      .values({ ...again, rewardAmount: 1_000, turnoverTimes: 2, percentFail: 10 })
    const member = await server.newMember({ wallet: 10_000 })
    expect((await activate(member, 'AGAIN')).status).toBe(200)
    await playing(member, 50)
    await play(member, -1_000)
    await play(member, 1_000)
    expect((await member.request(clearBonus)).status).toBe(200)
    await server.db
      .update(bonuses)
      .set({ turnoverTimes: 3, percentFail: 50 })
      .where(eq(bonuses.code, 'AGAIN'))
    expect((await activate(member, 'AGAIN')).status).toBe(200)
    const running = { status: true, type: 'Again', toPlay: 30, required: 30, mayEnd: false, endsBelow: 60 }
    expect((await member.request(checkActiveBonus)).body).toEqual(running)
    expect(await member.request(withdraw, { body: { amount: 100 } })).toMatchObject(
      refused('BONUS_CONDITION'),
    )
    await play(member, -2_999)
    expect((await member.request(checkActiveBonus)).body).toMatchObject({ toPlay: 0.01 })
  })

  test('a promotion is played after it was claimed, and is given once for good', async () => {
    await server.db
      .insert(promotions)
      .values({ code: 'PLAYED', description: { en: 'Played' }, rewardAmount: 1_000, turnoverTimes: 2 })
    const member = await server.newMember({ wallet: 50_000 })
    expect((await redeem(member, 'PLAYED')).status).toBe(200)
    expect((await member.request(checkActiveBonus)).body).toMatchObject({ toPlay: 20, required: 20 })
    await playing(member, 50)
    await play(member, -2_000)
    expect((await member.request(clearBonus)).status).toBe(200)
    expect(await redeem(member, 'PLAYED')).toMatchObject(refused('PROMOTION_RECEIVED'))
  })

  test('an offer that the house has closed is neither shown nor paid', async () => {
    const closed = { code: 'CLOSED', rewardAmount: 500, enabled: false }
    await server.db.insert(bonuses).values({ ...closed, name: { en: 'Closed' }, type: 'limit' })
    await server.db.insert(promotions).values({ ...closed, description: { en: 'Closed' } })
    const member = await server.newMember()
    const listed = (await member.request(listBonuses)).body.map(({ code }) => code)
    expect(listed).toContain('TEN')
    expect(listed).not.toContain('CLOSED')
    expect(await activate(member, 'CLOSED')).toMatchObject(refused('NO_DATA'))
    const none = refused('NO_PROMOTION', 404)
    expect(await member.request(findPromotion, { params: { code: 'CLOSED' } })).toMatchObject(none)
    expect(await redeem(member, 'CLOSED')).toMatchObject(none)
    expect(await member.wallet()).toBe(0)
  })

  test('two simultaneous activations are paid once', async () => {
    const member = await server.newMember()
    const answers = await Promise.all([activate(member, 'TEN'), activate(member, 'TEN')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await member.wallet()).toBe(1_000)
  })

  test('a promotion code is found in any letter case and pays once', async () => {
    const member = await server.newMember()
    expect((await member.request(currentPromotion)).body).toBeNull()
    expect((await member.request(findPromotion, { params: { code: 'champa50' } })).body).toMatchObject({
      code: 'CHAMPA50',
    })
    expect((await redeem(member, 'champa50')).status).toBe(200)
    expect(await member.wallet()).toBe(5_000)
    expect((await member.request(currentPromotion)).body).toMatchObject({ code: 'CHAMPA50' })
    expect(await redeem(member, 'CHAMPA50')).toMatchObject(refused('PROMOTION_RECEIVED'))
    expect(await redeem(member, 'LAST')).toMatchObject(refused('BONUS_ALREADY_ACTIVE'))
  })

  test('a percentage of an empty wallet is no promotion: it says to deposit first, and pays once there is money', async () => {
    const member = await server.newMember()
    const broke = { status: 400, body: { message: 'BONUS_CONDITION', reason: 'deposit-first' } }
    expect(await redeem(member, 'HALF')).toMatchObject(broke)
    expect((await member.request(checkActiveBonus)).body).toMatchObject({ status: false })
    await member.request(addMoney, { body: { amount: 10 } })
    expect((await redeem(member, 'HALF')).status).toBe(200)
    expect(await member.wallet()).toBe(1_500)
    await server.expectBalancedLedger()
  })

  test('a promotion is given up to its end', async () => {
    const until = { code: 'UNTIL', description: { en: 'Until' }, rewardAmount: 500 }
    await server.db.insert(promotions).values({ ...until, endsAt: later(server.clock.now(), DAY) })
    server.clock.advance(DAY - 1)
    expect((await redeem(await server.newMember(), 'UNTIL')).status).toBe(200)
    server.clock.advance(1)
    const late = await server.newMember()
    const over = refused('NO_PROMOTION', 404)
    expect(await late.request(findPromotion, { params: { code: 'UNTIL' } })).toMatchObject(over)
    expect(await redeem(late, 'UNTIL')).toMatchObject(over)
  })

  test.each(['OVER', 'NOTHING', "'; drop table members"])('%s is not a promotion', async (code) => {
    const member = await server.newMember()
    expect(await member.request(findPromotion, { params: { code } })).toMatchObject(
      refused('NO_PROMOTION', 404),
    )
    expect(await redeem(member, code)).toMatchObject(refused('NO_PROMOTION', 404))
  })

  test('codes are not guessed by trying one after the other: twenty a minute', async () => {
    const member = await server.newMember()
    const find = (code: string) => member.request(findPromotion, { params: { code } })
    for (const way of [find, (code: string) => redeem(member, code)]) {
      for (let n = 0; n < 20; n += 1) expect(await way(`TRY${n}`)).toMatchObject(refused('NO_PROMOTION', 404))
      expect(await way('CHAMPA50')).toMatchObject(refused('REQUEST_LIMIT', 429))
      server.clock.advance(MINUTE)
    }
    expect((await find('CHAMPA50')).status).toBe(200)
  })

  test('the last place of a promotion goes to one member', async () => {
    const members = await Promise.all([server.newMember(), server.newMember(), server.newMember()])
    const answers = await Promise.all(members.map((member) => redeem(member, 'LAST')))
    const messages = answers.map(({ body }) => body.message).sort()
    expect(messages).toEqual(['BONUS_FULL', 'BONUS_FULL', 'SUCCESS'])
    await server.expectBalancedLedger()
  })
})

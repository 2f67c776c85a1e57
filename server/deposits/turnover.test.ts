import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { claimInviteBonus, listInvites } from '#api/contract/invite.ts'
import { lookupDeposit } from '#api/contract/lookup.ts'
import { createQr } from '#api/contract/qrcode.ts'
import { getSpinSetup } from '#api/contract/spinwheel.ts'
import { transfer, withdrawAll } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import { qrCodes } from '../database/schema/deposits.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { describeOnOne } from '../database/test-database.ts'
import { refused } from '../modules/test-server.ts'
import { openTurnoverServer } from './test-turnover.ts'

describeOnOne('the rewards of a deposit wait for its turnover', (open) => {
  const deposits = openTurnoverServer(open)
  const { rule, pay, take, round, coins, earned, toPlay, friendOf, settle, lateRewards } = deposits

  test('by default inviters need 100 baht and a turnover of once, coins a turnover of once, withdrawals none', async () => {
    await deposits.server.db.execute("delete from settings where key = 'depositTerms'")
    const inviter = await deposits.server.newMember()
    const friend = await friendOf(inviter)
    expect((await inviter.request(listInvites, { body: { page: 1, limit: 10 } })).body.terms).toEqual({
      amount: 50,
      firstDeposit: 100,
      turnoverTimes: 1,
    })
    expect((await friend.request(lookupDeposit)).body.turnoverTimes).toBeUndefined()
    await pay(friend, 100)
    expect((await friend.request(getSpinSetup)).body.result.coinTerms).toEqual({
      deposit: 100,
      turnoverTimes: 1,
      promised: 1,
      toPlay: 100,
    })
    expect(await toPlay(friend)).toBeUndefined()
    expect((await take(friend, 100)).status).toBe(200)
  })

  test('a deposit by QR keeps the terms of the moment at which its code was made', async () => {
    const { server } = deposits
    const member = await server.newMember()
    const made = async () => {
      const { body } = await member.request(createQr, { params: { code: 'KBANK' }, body: { amount: 100 } })
      const id = body.hasQrcode ? body.qrcodeId : ''
      const [row] = await server.db.select().from(qrCodes).where(eq(qrCodes.id, id))
      return { reference: row?.reference ?? '' }
    }
    const early = await made()
    await rule({ withdrawTurnoverTimes: 5 })
    await server.submitForm('/qr/pay', early)
    expect([await member.wallet(), await toPlay(member)]).toEqual([10_000, undefined])
    const late = await made()
    await rule({})
    await server.submitForm('/qr/pay', late)
    expect([await member.wallet(), await toPlay(member)]).toEqual([20_000, 500])
  })

  test('a first deposit of one baht never pays the inviter', async () => {
    const inviter = await deposits.server.newMember()
    const friend = await friendOf(inviter)
    await pay(friend, 1)
    await deposits.server.play(friend, 1_000_000)
    expect(await inviter.request(claimInviteBonus)).toMatchObject(refused('NO_INVITEE_PLAY_INFO'))
    await pay(friend, 99.99)
    await deposits.server.play(friend, 1_000_000)
    expect(await earned(inviter)).toBe(0)

    // The first deposit that is large enough counts, and no later one.
    for (const baht of [100, 500]) {
      await pay(friend, baht)
      await deposits.server.play(friend, 100_000)
      expect(await earned(inviter)).toBe(50)
    }
  })

  test.each([
    ['the house invites nobody', { enabled: false, firstDeposit: 5_000 }],
    ['an invitation earns nothing', { enabled: true, firstDeposit: 0 }],
  ])('a deposit made while %s promises the inviter nothing', async (_, changed) => {
    const { db } = deposits.server
    const before = await readSetting(db, 'invite')
    await writeSetting(db, 'invite', { ...before, ...changed })
    const inviter = await deposits.server.newMember()
    const friend = await friendOf(inviter)
    await pay(friend, 100)
    await writeSetting(db, 'invite', before)
    await deposits.server.play(friend, 10_000)
    const { body } = await inviter.request(listInvites, { body: { page: 1, limit: 10 } })
    expect(body).toMatchObject({ total: 0, friends: 1 })
    expect(await earned(inviter)).toBe(0)
  })

  test('a deposit withdrawn without turnover earns neither coins nor an invite bonus', async () => {
    const inviter = await deposits.server.newMember()
    const friend = await friendOf(inviter)
    for (let times = 0; times < 3; times += 1) {
      await pay(friend, 1000)
      expect((await take(friend, 1000)).status).toBe(200)
      await settle(friend)
    }
    expect([await friend.wallet(), await coins(friend), await earned(inviter)]).toEqual([0, 0, 0])
    expect((await friend.request(getSpinSetup)).body.result.coinTerms).toMatchObject({
      promised: 30,
      toPlay: 3000,
    })
    await deposits.server.expectBalancedLedger()
  })

  test('coins are earned with the last satang of the turnover, one deposit after the other', async () => {
    const member = await deposits.server.newMember()
    await pay(member, 100)
    await pay(member, 250)
    await round(member, 9_999)
    expect(await coins(member)).toBe(0)
    await round(member, -1)
    expect(await coins(member)).toBe(1)
    await round(member, -9_998)
    await round(member, 15_001)
    expect(await coins(member)).toBe(1)
    await round(member, -1)
    expect(await coins(member)).toBe(3)
    // Stakes before a deposit do not count for it.
    await deposits.server.play(member, 100_000)
    await pay(member, 100)
    expect(await coins(member)).toBe(3)
  })

  test('without required turnover, coins and the inviter’s bonus are earned at once', async () => {
    await rule({ coinTurnoverTimes: 0, inviteTurnoverTimes: 0, inviteMinimum: 0 })
    const inviter = await deposits.server.newMember()
    const friend = await friendOf(inviter)
    await pay(friend, 200)
    expect([await coins(friend), await earned(inviter)]).toEqual([2, 50])
  })

  test('a deposit keeps the rules of its time', async () => {
    await rule({ coinTurnoverTimes: 3 })
    const member = await deposits.server.newMember()
    await pay(member, 100)
    await rule({ coinTurnoverTimes: 1 })
    await deposits.server.play(member, 29_998)
    expect(await coins(member)).toBe(0)
    await deposits.server.play(member, 2)
    expect(await coins(member)).toBe(1)
  })

  test('the turnover of a deposit is shown before it and at the withdrawal, which waits for it', async () => {
    await rule({ withdrawTurnoverTimes: 2 })
    const member = await deposits.server.newMember()
    expect((await member.request(lookupDeposit)).body.turnoverTimes).toBe(2)
    await pay(member, 150)
    expect(await toPlay(member)).toBe(300)
    const refusal = { status: 400, body: { message: 'BONUS_CONDITION', toPlay: 300 } }
    expect(await take(member, 100)).toMatchObject(refusal)
    expect(await member.request(withdrawAll, { body: { amount: 100 } })).toMatchObject(refusal)
    await deposits.server.play(member, 29_998)
    expect(await toPlay(member)).toBe(0.02)
    expect(await take(member, 100)).toMatchObject({ body: { message: 'BONUS_CONDITION', toPlay: 0.02 } })
    await deposits.server.play(member, 2)
    expect(await toPlay(member)).toBeUndefined()
    expect((await take(member, 100)).status).toBe(200)
    await deposits.server.expectBalancedLedger()
  })

  test('after everything was lost, the next deposit is not held for the previous one', async () => {
    await rule({ withdrawTurnoverTimes: 5 })
    const member = await deposits.server.newMember()
    await pay(member, 100)
    await member.request(activateGame, { params: { slot: 'PG' } })
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 99.5 } })
    await round(member, -9_900)
    expect(await toPlay(member)).toBe(401)
    await round(member, -40)
    expect(await toPlay(member)).toBeUndefined()
    await pay(member, 200)
    expect(await toPlay(member)).toBe(1000)
  })

  test('what is on its way to the bank is not left to play: it does not keep the lost deposit alive', async () => {
    await rule({ withdrawTurnoverTimes: 3 })
    const member = await deposits.server.newMember({ wallet: 100_000 })
    await deposits.server.play(member, 300_000)
    expect((await take(member, 1_000)).status).toBe(200)
    await pay(member, 100)
    await member.request(activateGame, { params: { slot: 'PG' } })
    await member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 100 } })
    await round(member, -10_000)
    expect(await toPlay(member)).toBeUndefined()
    await pay(member, 200)
    expect(await toPlay(member)).toBe(600)
  })

  test('simultaneous rounds and claims pay once', async () => {
    const inviter = await deposits.server.newMember()
    const friend = await friendOf(inviter)
    await pay(friend, 100)
    const number = randomUUID()
    await Promise.all([
      round(friend, 10_000, number),
      round(friend, 10_000, number),
      pay(friend, 100),
      inviter.request(claimInviteBonus),
      inviter.request(claimInviteBonus),
    ])
    await inviter.request(claimInviteBonus)
    expect([await coins(friend), await inviter.wallet()]).toEqual([1, 5_000])
    await round(friend, 10_000)
    expect([await coins(friend), await earned(inviter)]).toEqual([2, 0])
    await deposits.server.expectBalancedLedger()
  })

  test('the console saves valid rules and refuses invalid ones', async () => {
    const fields = {
      inviteMinimum: '250.5',
      inviteTurnoverTimes: '2',
      coinTurnoverTimes: '0',
      withdrawTurnoverTimes: '3',
    }
    const save = async (changed: object) =>
      (await deposits.server.saveSetting('/rules', { ...fields, ...changed })).status
    expect(await save({})).toBe(303)
    const page = async () => (await deposits.server.app.request('/sandbox/rules')).text()
    expect(await page()).toContain(
      'name="inviteMinimum" inputmode="decimal" required autocomplete="off" value="250.50"',
    )
    for (const wrong of ['-1', '1.5', '', '1e2', '1001', 'x'])
      expect(await save({ coinTurnoverTimes: wrong })).toBe(422)
    expect(await save({ inviteMinimum: 'x' })).toBe(422)
    expect(await save({ inviteMinimum: '0' })).toBe(303)

    const member = await deposits.server.newMember({ username: '0899000777' })
    await pay(member, 100)
    const play = (phone: string, amount: string) =>
      deposits.server.submitForm('/rules/play', { phone, amount })
    expect(await toPlay(member)).toBe(300)
    expect((await play('0899000777', '299.99')).to).toContain('flash=played')
    expect(await toPlay(member)).toBeUndefined()
    expect(await member.wallet()).toBe(10_000)
    expect((await play('0899000777', '0')).page).toContain('that is not an amount')
    expect((await play('1', '10')).page).toContain('no member has that phone number')
  })

  test('no reward with a met turnover is left pending', async () => {
    expect(await lateRewards()).toEqual([])
  })
})

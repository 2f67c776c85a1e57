import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createAccount, validateAccount } from '#api/contract/account.ts'
import { lookupHelp, takeBreak } from '#api/contract/limits.ts'
import { login } from '#api/contract/login.ts'
import { getOperation } from '#api/contract/operation.ts'
import { listCoupons } from '#api/contract/spinwheel.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { getWallet } from '#api/contract/wallet.ts'
import { DAY, HOUR, MINUTE } from '../../clock.ts'
import { transact } from '../../database/query.ts'
import { coupons } from '../../database/schema/spin.ts'
import { members } from '../../database/schema/members.ts'
import { writeSetting } from '../../database/settings.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { mapDatabaseError } from '../../http/map-database-error.ts'
import type { Client } from '../../http/test-app.ts'
import { finishProviderTransfers } from '../../jobs/finish-provider-transfers.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { balancesOf } from '../../ledger/balances.ts'
import { deliverSms } from '../../push/test-sms.ts'
import { readSms } from '../otp/test-otp.ts'
import { openTestServer, refused, type TestServer } from '../test-server.ts'
import { reserveTransfer } from '../transfer/begin-transfer.ts'
import { accountIn, fundsOf, planFilling } from '../transfer/plan-transfers.ts'
import { exclude, owed, password, pause, payOut, player, whilePgFails } from './test-breaks.ts'
import { askQr, eventsOf, move } from './test-limits.ts'

let phones = 0

describeOnOne('breaks and self-exclusion', (open) => {
  let server: TestServer
  let visitor: Client
  beforeAll(async () => {
    server = await openTestServer(open)
    visitor = await server.client()
  })

  const logIn = (username: string, cookie = '') =>
    visitor(login, { body: { username, password }, headers: { cookie } })

  async function register(more: object = {}, cookie = '') {
    const phone = `0955${String((phones += 1)).padStart(6, '0')}`
    const { otpToken } = (await visitor(sendOtp, { body: { phoneNumber: phone } })).body
    const { code } = await readSms(server.db, phone)
    await visitor(verifyOtp, { body: { otpToken, otpCode: code } })
    const bank = { bankCode: 'SCB', bankAccountName: 'SOMYING', bankAccountNo: `77${phone}` }
    const body = { name: 'Somying', username: phone, password, ...bank, otpToken, ...more }
    return visitor(createAccount, { body, headers: { cookie } })
  }

  test('a break signs out everywhere, keeps from signing in until it ends, and ends by the clock', async () => {
    const member = await player(server)
    const { body } = await pause(member)
    const until = new Date(server.clock.now().getTime() + 24 * HOUR).toISOString()
    expect(body).toEqual({ kind: 'break', until })
    expect(await member.request(getWallet)).toMatchObject(refused('UNAUTHORIZED', 401))
    expect(await logIn(member.username)).toMatchObject({
      status: 400,
      body: { message: 'PLAY_BREAK', reason: 'break', until },
    })
    server.clock.advance(24 * HOUR - 1)
    expect(await logIn(member.username)).toMatchObject(refused('PLAY_BREAK'))
    server.clock.advance(1)
    expect((await logIn(member.username)).status).toBe(200)
    expect(await eventsOf(server, member, 'break-taken')).toHaveLength(1)
  })

  test('who does not know the password learns nothing of a break', async () => {
    const member = await player(server)
    await exclude(member)
    const wrong = { username: member.username, password: 'wrong' }
    expect(await visitor(login, { body: wrong })).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await owed(server, member, 'wrong')).toMatchObject(refused('WRONG_CREDENTIAL'))
    expect(await owed(server, await player(server))).toMatchObject(refused('NO_DATA'))
  })

  test('only what the house offers can be taken', async () => {
    const member = await player(server)
    expect(await pause(member, 5)).toMatchObject(refused('KEY_INVALID'))
    expect(await exclude(member, 1)).toMatchObject(refused('KEY_INVALID'))
  })

  test('a self-exclusion of six months lasts six months of the calendar, and is told by SMS', async () => {
    // In Bangkok it is the first of March, and in London still February.
    server.clock.advance(Date.parse('2028-03-01T01:00+07:00') - server.clock.now().getTime())
    const member = await player(server)
    const { body } = await exclude(member)
    const until = new Date('2028-09-01T01:00+07:00').toISOString()
    expect(body).toEqual({ kind: 'exclusion', until })
    await deliverSms(server)
    expect((await readSms(server.db, member.username)).text).toContain(
      'ระงับการเล่นของตนเองเป็นเวลา 6 เดือน ตั้งแต่ 01/03/2028 01:00 น.',
    )
  })

  test('some minutes after the sign-in a self-exclusion asks for the password, and takes nothing without it', async () => {
    const member = await player(server)
    const body = { kind: 'exclusion', months: 6 } as const
    server.clock.advance(10 * MINUTE)
    const key = randomUUID()
    const wrong = refused('WRONG_PASSWORD')
    for (const given of [body, { ...body, password: 'guess' }])
      expect(await member.request(takeBreak, { body: given })).toMatchObject(wrong)
    expect(await member.request(takeBreak, { body, key })).toMatchObject(wrong)
    const outcome = await member.request(getOperation, { params: { key } })
    expect(outcome.body).toMatchObject({ status: 'failed', reply: { message: 'WRONG_PASSWORD' } })
    expect((await member.request(getWallet)).status).toBe(200)
    await deliverSms(server)
    expect((await readSms(server.db, member.username)).text).toBe('')
    expect(await eventsOf(server, member, 'password-refused')).toHaveLength(1)
    expect((await member.request(takeBreak, { body: { ...body, password } })).status).toBe(200)
    expect(await logIn(member.username)).toMatchObject(refused('PLAY_BREAK'))
  })

  test('a short break asks for nothing, however long ago the sign-in was', async () => {
    const member = await player(server)
    server.clock.advance(HOUR)
    expect((await pause(member)).status).toBe(200)
    await deliverSms(server)
    expect((await readSms(server.db, member.username)).text).toBe('')
  })

  test('neither the phone, nor a former bank account, nor the device gets around it', async () => {
    const member = await player(server)
    const cookie = (await logIn(member.username)).headers.get('set-cookie')!.split(';')[0]!
    const { request } = member
    await server.db
      .update(members)
      .set({ bankAccountNo: `${member.account}9` })
      .where(eq(members.id, member.id))
    await request(takeBreak, { body: { kind: 'exclusion', months: 6 } })
    expect(await logIn(member.username, cookie)).toMatchObject(refused('PLAY_BREAK'))

    const byPhone = await visitor(sendOtp, { body: { phoneNumber: member.username } })
    const { code } = await readSms(server.db, member.username)
    expect(
      await visitor(verifyOtp, { body: { otpToken: byPhone.body.otpToken, otpCode: code } }),
    ).toMatchObject(refused('EXISTING_USER'))
    const former = await register({ bankCode: 'KBANK', bankAccountNo: member.account })
    expect(former.body).toEqual({ message: 'PLAY_BREAK' })
    expect(await register({}, cookie)).toMatchObject({ body: { message: 'PLAY_BREAK', reason: 'exclusion' } })
    expect((await register()).status).toBe(200)
    const refusals = await eventsOf(server, member, 'registration-refused')
    expect(refusals.map(({ after }) => (after as { by: string }).by)).toEqual(['bank-account', 'device'])
    server.clock.advance(190 * DAY)
    expect((await register({}, cookie)).status).toBe(200)
  })

  test('waiting codes are withdrawn, and no money gets into a game meanwhile, whatever asks for it', async () => {
    const member = await player(server, 100_000)
    await askQr(member, 100)
    await pause(member)
    const { context: app, db } = server
    const { wallet, games } = await fundsOf(db, member.id)
    const plan = planFilling(wallet, member.id, accountIn(games, 'PG'))
    const reserving = transact(db, (tx) =>
      reserveTransfer(tx, { app, member, operationId: `${member.id}:test` }, { ...plan!, reply: '{}' }),
    )
    expect(mapDatabaseError(await reserving.catch((error: unknown) => error))).toMatchObject({
      code: 'PLAY_BREAK',
    })
    server.clock.advance(24 * HOUR)
    const again = { ...member, request: await server.client(member.id) }
    expect((await askQr(again, 500)).body).toMatchObject({ amount: 500 })
    expect((await move(again, 'WALLET', 'PG', 1000)).status).toBe(200)
  })

  test.each([
    ['before it took the money', 'before'],
    ['after it took the money', 'after'],
  ])('what is on its way into a game whose answer was lost %s comes back, and is owed', async (_, when) => {
    const member = await player(server, 100_000)
    const { moves, switches } = server.context.providers.sandbox!
    const send = async () => expect((await move(member, 'WALLET', 'PG', 400)).status).toBe(202)
    if (when === 'before') await whilePgFails(server, new Error('socket hang up'), send)
    else {
      switches.toggle('game:PG:lost')
      await send()
    }
    await pause(member)
    server.clock.advance(MINUTE)
    await runJob(server.context, finishProviderTransfers)
    const { wallet, moving, games } = await balancesOf(server.db, member.id)
    expect({ wallet, moving, pg: games['PG'] }).toEqual({ wallet: 100_000, moving: 0, pg: 0 })
    expect(moves.sum('PG', `pg${member.id}`.toLowerCase())).toBe(0)
    expect((await owed(server, member)).body).toMatchObject({ amount: 1000, underWay: 0 })
    await server.expectBalancedLedger()
  })

  test('what is on its way from one game into another comes back to the first, from where it is paid out', async () => {
    const member = await player(server, 100_000)
    await move(member, 'WALLET', 'JOKER', 400)
    await whilePgFails(server, new Error('socket hang up'), async () => {
      expect((await move(member, 'JOKER', 'PG', 300)).status).toBe(202)
    })
    await exclude(member)
    server.clock.advance(MINUTE)
    await runJob(server.context, finishProviderTransfers)
    const { moving, games } = await balancesOf(server.db, member.id)
    expect({ moving, games }).toMatchObject({ moving: 0, games: { JOKER: 40_000, PG: 0 } })
    expect((await payOut(server, member)).body).toMatchObject({ amount: 1000, fromGames: 400 })
  })

  test('a coupon’s time stands still while its member cannot claim it', async () => {
    const member = await player(server)
    const [until, past] = [2 * DAY, -1].map((ms) => new Date(server.clock.now().getTime() + ms))
    const coupon = { memberId: member.id, sliceCode: 'B20', label: {}, name: {}, amount: 2_000 }
    await server.db.insert(coupons).values([until, past].map((expiresAt) => ({ ...coupon, expiresAt })))
    await pause(member, 168)
    server.clock.advance(168 * HOUR)
    const again = await server.client(member.id)
    const listed = async () => (await again(listCoupons)).body.coupons
    expect(await listed()).toMatchObject([
      { amount: 20, expiresAt: new Date(server.clock.now().getTime() + 2 * DAY).toISOString() },
    ])
    server.clock.advance(2 * DAY)
    expect(await listed()).toEqual([])
  })

  test('whom to call for help', async () => {
    const { body } = await visitor(lookupHelp, { headers: { 'Accept-Language': 'th' } })
    expect(body).toContainEqual(expect.objectContaining({ country: 'TH', phone: '1323' }))
    expect(body.map(({ country }) => country)).toContain('LA')
  })

  test('where codes are off the phone of an excluded member is taken, and tells a stranger nothing of the exclusion', async () => {
    const member = await player(server)
    await exclude(member)
    await writeSetting(server.db, 'registerOTP', false)
    const bank = { bankCode: 'SCB', bankAccountName: 'SOMYING', bankAccountNo: '5512345678' }
    const body = { name: 'Somying', username: member.username, password, ...bank }
    expect((await visitor(validateAccount, { body })).body).toEqual({ message: 'EXISTING_USER' })
    await writeSetting(server.db, 'registerOTP', true)
  })
})

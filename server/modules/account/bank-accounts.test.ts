import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { updateProfile } from '#api/contract/account.ts'
import * as contract from '#api/contract/bank-account.ts'
import { takeBreak } from '#api/contract/limits.ts'
import { lookupWithdraw } from '#api/contract/lookup.ts'
import { withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { grantProof } from '../../auth/one-time-codes.ts'
import { DAY, MINUTE } from '../../clock.ts'
import { smsMessages } from '../../database/schema/access.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { describeOnEach } from '../../database/test-database.ts'
import { accountsAt, memberOfAccount } from '../../deposits/match-bank-account.ts'
import { deliverSms } from '../../push/test-sms.ts'
import { readSms } from '../otp/test-otp.ts'
import { eventsOf } from '../limits/test-limits.ts'
import { openTestServer, refused, type TestServer } from '../test-server.ts'
import { MAX_BANK_ACCOUNTS } from './bank-accounts.ts'

const done = { status: 200, body: { message: 'SUCCESS' } }
let phones = 0
let numbers = 0

describeOnEach('several bank accounts', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  async function newMember(bankAccountName = 'SOMCHAI JAIDEE') {
    phones += 1
    const username = `0866${String(phones).padStart(6, '0')}`
    const made = await server.newMember({ wallet: 500_000, username, bankAccountName })
    const proof = () =>
      grantProof(server.db, { phone: username, purpose: 'bank-account' }, server.clock.now())
    const list = async () => (await made.request(contract.listBankAccounts)).body
    const add = async (given: object = {}, otpToken?: string | null) => {
      numbers += 1
      const body = {
        bankCode: 'SCB',
        bankAccountName,
        bankAccountNo: `77${String(numbers).padStart(8, '0')}`,
        ...given,
      }
      const token = otpToken === undefined ? await proof() : otpToken
      return made.request(contract.addBankAccount, {
        body: { ...body, ...(token !== null && { otpToken: token }) },
      })
    }
    const choose = (id = '') => made.request(contract.chooseBankAccount, { params: { id } })
    const remove = (id = '') => made.request(contract.removeBankAccount, { params: { id } })
    const take = (bankAccount?: string, amount = 100) =>
      made.request(withdraw, { body: { amount, bankAccount } })
    const other = async () => (await list()).accounts.find(({ isUsual }) => !isUsual)
    return { ...made, username, proof, list, add, choose, remove, take, other }
  }

  test('one that a member on a break had is refused to others, added or as the usual one, until the break ends', async () => {
    const excluded = await newMember()
    const { id, bankCode, bankAccountNo } = (await excluded.list()).accounts[0]!
    const former = { bankCode, bankAccountNo }
    await excluded.add()
    await excluded.choose((await excluded.other())!.id)
    await excluded.remove(id)
    await excluded.request(takeBreak, { body: { kind: 'break', hours: 24 } })

    const member = await newMember()
    const otpToken = await member.proof()
    const change = (given: object) => {
      const own = { name: 'Somchai', bankAccountName: 'SOMCHAI JAIDEE', ...former, otpToken }
      return member.request(updateProfile, { body: { ...own, ...given } })
    }
    expect(await member.add(former, null)).toMatchObject(refused('UNVERIFIED_OTP'))
    expect((await member.add(former, otpToken)).body).toEqual({ message: 'PLAY_BREAK' })
    expect((await change({})).body).toEqual({ message: 'PLAY_BREAK' })
    expect((await member.list()).accounts).toHaveLength(1)
    const refusals = await eventsOf(server, excluded, 'registration-refused')
    expect(refusals.map(({ after }) => after)).toMatchObject([{ by: 'bank-account' }, { by: 'bank-account' }])
    // A refusal uses no proof up.
    expect(await member.add({}, otpToken)).toMatchObject(done)
    server.clock.advance(DAY)
    expect(await member.add(former)).toMatchObject(done)
  })

  test('one is added with a proof, in one’s own name, and told by SMS and to the devices', async () => {
    const member = await newMember()
    expect((await member.list()).accounts).toMatchObject([{ bankCode: 'KBANK', isUsual: true }])
    expect(await member.add({}, null)).toMatchObject(refused('UNVERIFIED_OTP'))
    expect(await member.add({}, 'x'.repeat(43))).toMatchObject(refused('UNVERIFIED_OTP'))
    expect(await member.add({ bankAccountName: 'SOMYING RAKDEE' })).toMatchObject(
      refused('INVALID_USER_INFO'),
    )
    expect(await member.add({ bankCode: 'NONE' })).toMatchObject(refused('INVALID_BANK'))
    expect(await member.add({ bankAccountNo: '12' })).toMatchObject(refused('INVALID_USER_INFO'))
    expect(await member.add({ bankCode: 'KTB', bankAccountName: 'สมชาย ใจดี' })).toMatchObject(
      refused('BANK_ACCOUNT_NAME_ENG'),
    )
    expect((await member.list()).accounts).toHaveLength(1)

    expect(await member.add({ bankAccountNo: '555-0-00001-2' })).toMatchObject(done)
    const { accounts } = await member.list()
    const heldUntil = new Date(server.clock.now().getTime() + DAY).toISOString()
    expect(accounts).toMatchObject([
      { bankCode: 'KBANK', isUsual: true },
      { bankCode: 'SCB', bankAccountNo: '5550000012', isUsual: false, heldUntil },
    ])
    expect(accounts[0]).not.toHaveProperty('heldUntil')
    await deliverSms(server)
    expect((await readSms(server.db, member.username)).text).toContain('0012')
    const mine = and(eq(auditEvents.memberId, member.id), eq(auditEvents.kind, 'bank-account-added'))
    expect(await server.db.$count(auditEvents, mine)).toBe(1)
  })

  test('in a day ten are added and the usual one changes ten times, and each is told', async () => {
    const member = await newMember()
    const sent = () => server.db.$count(smsMessages, eq(smsMessages.phone, member.username))
    const change = async (otpToken: string) => {
      numbers += 1
      const account = { bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE' }
      const bankAccountNo = `77${String(numbers).padStart(8, '0')}`
      return member.request(updateProfile, { body: { name: 'Somchai', ...account, bankAccountNo, otpToken } })
    }
    for (let n = 0; n < 10; n += 1) {
      expect(await member.add()).toMatchObject(done)
      await member.remove((await member.other())?.id)
    }
    for (let n = 0; n < 10; n += 1) expect((await change(await member.proof())).status).toBe(200)
    const otpToken = await member.proof()
    const limited = refused('REQUEST_LIMIT', 429)
    expect(await member.add({}, otpToken)).toMatchObject(limited)
    expect(await change(otpToken)).toMatchObject(limited)
    await deliverSms(server)
    expect(await sent()).toBe(20)
    server.clock.advance(DAY)
    expect(await member.add()).toMatchObject(done)
    expect((await change(await member.proof())).status).toBe(200)
  })

  test('nobody else has it, as usual or beside it; a removed one is free again', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const account = { bankAccountNo: '6660000001' }
    expect(await member.add(account)).toMatchObject(done)
    expect(await member.add(account)).toMatchObject(refused('EXISTING_BANK'))
    expect(await other.add(account)).toMatchObject(refused('EXISTING_BANK'))
    const usual = (await member.list()).accounts[0]
    expect(await other.add({ bankCode: 'KBANK', bankAccountNo: usual?.bankAccountNo })).toMatchObject(
      refused('EXISTING_BANK'),
    )
    const otpToken = await grantProof(
      server.db,
      { phone: other.username, purpose: 'bank-account' },
      server.clock.now(),
    )
    const body = { name: 'Somchai', bankCode: 'SCB', bankAccountName: 'SOMCHAI JAIDEE', ...account, otpToken }
    expect(await other.request(updateProfile, { body })).toMatchObject(refused('EXISTING_BANK'))
    expect(await member.remove((await member.other())?.id)).toMatchObject(done)
    expect(await other.add(account)).toMatchObject(done)
  })

  test('at most so many; eight at once are as many', async () => {
    const member = await newMember()
    const answers = await Promise.all(Array.from({ length: 8 }, () => member.add()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_BANK_ACCOUNTS - 1)
    expect(await member.add()).toMatchObject(refused('BANK_ACCOUNT_LIMIT'))
    expect((await member.list()).accounts).toHaveLength(MAX_BANK_ACCOUNTS)
  })

  test('only what is withdrawn to the new one is held, by either way, also when it is the usual one', async () => {
    const member = await newMember()
    await member.add()
    const { id = '' } = (await member.other()) ?? {}
    const until = new Date(server.clock.now().getTime() + DAY).toISOString()
    const held = { status: 400, body: { message: 'WITHDRAW_HOLD', until } }
    expect(await member.take()).toMatchObject(done)
    expect(await member.take(id)).toMatchObject(held)
    expect(await member.request(withdrawAll, { body: { amount: 100, bankAccount: id } })).toMatchObject(held)
    expect((await member.request(lookupWithdraw)).body.holdUntil).toBeUndefined()
    expect(await member.choose(id)).toMatchObject(done)
    expect((await member.request(lookupWithdraw)).body.holdUntil).toBe(until)
    expect(await member.take()).toMatchObject(held)
    // The one before goes on as it was, and the hold does not start again.
    expect(await member.take((await member.other())?.id)).toMatchObject(done)
    server.clock.advance(DAY - 1)
    expect(await member.take()).toMatchObject(held)
    server.clock.advance(1)
    expect(await member.take()).toMatchObject(done)
    const rows = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
    expect(rows.map(({ bankCode }) => bankCode).sort()).toEqual(['KBANK', 'KBANK', 'SCB'])
    await server.expectBalancedLedger()
  })

  test('a change of the usual one holds all, and replaces that one alone', async () => {
    const member = await newMember()
    await member.add()
    server.clock.advance(DAY)
    const { id = '' } = (await member.other()) ?? {}
    const otpToken = await grantProof(
      server.db,
      { phone: member.username, purpose: 'bank-account' },
      server.clock.now(),
    )
    const moved = {
      bankCode: 'BAY',
      bankAccountName: 'SOMCHAI JAIDEE',
      bankAccountNo: '8880000001',
      otpToken,
    }
    expect((await member.request(updateProfile, { body: { name: 'Somchai', ...moved } })).status).toBe(200)
    expect((await member.list()).accounts.map(({ bankCode }) => bankCode)).toEqual(['BAY', 'SCB'])
    expect(await member.take(id)).toMatchObject(refused('WITHDRAW_HOLD'))
  })

  test('neither the usual one is removed nor one that money is on its way to; nobody else’s is known', async () => {
    const [member, stranger] = [await newMember(), await newMember()]
    await member.add()
    server.clock.advance(DAY)
    const { id = '' } = (await member.other()) ?? {}
    expect(await member.remove((await member.list()).accounts[0]?.id)).toMatchObject(
      refused('BANK_ACCOUNT_IN_USE'),
    )
    expect(await member.take(id)).toMatchObject(done)
    expect(await member.remove(id)).toMatchObject(refused('BANK_ACCOUNT_IN_USE'))
    for (const call of [stranger.remove(id), stranger.choose(id), member.remove(randomUUID())])
      expect(await call).toMatchObject(refused('NO_DATA', 404))
    expect(await stranger.take(id)).toMatchObject(refused('NO_BANK'))
    const [row] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
    await server.submitForm('/withdrawals/settle', await server.decisionOf(row?.id ?? ''))
    expect(await member.remove(id)).toMatchObject(done)
    expect(await member.take(id)).toMatchObject(refused('NO_BANK'))
    expect((await member.list()).accounts).toHaveLength(1)
  })

  test('a name is corrected on the account that was shown, not on one that became the usual one meanwhile', async () => {
    const member = await newMember()
    const { bankCode, bankAccountNo } = (await member.list()).accounts[0]!
    await member.add({ bankCode })
    const second = (await member.other())!
    const correct = async (no: string) => {
      const body = {
        bankCode,
        bankAccountName: 'SOMCHAI JAI',
        bankAccountNo: no,
        otpToken: await member.proof(),
      }
      return member.request(contract.updateBankAccountName, { body })
    }
    await member.choose(second.id)
    expect(await correct(bankAccountNo)).toMatchObject(refused('INVALID_BANK'))
    const named = (await member.list()).accounts.map(({ bankAccountName }) => bankAccountName)
    expect(named).toEqual(['SOMCHAI JAIDEE', 'SOMCHAI JAIDEE'])
    expect((await correct(second.bankAccountNo)).status).toBe(200)
  })

  test('a transfer from any of them is the member’s, from when it was added until it is removed', async () => {
    const member = await newMember()
    const before = server.clock.now()
    server.clock.advance(MINUTE)
    await member.add({ bankAccountNo: '9990000077' })
    const account = { bank: 'SCB', accountNo: '999-0-00007-7', holder: 'SOMCHAI J.' }
    expect(await memberOfAccount(server.db, account, before)).toBeNull()
    expect(await memberOfAccount(server.db, account, server.clock.now())).toBe(member.id)
    await member.choose((await member.other())?.id)
    server.clock.advance(MINUTE)
    expect(await accountsAt(server.db, member.id, server.clock.now())).toHaveLength(2)
    await member.choose((await member.other())?.id)
    await member.remove((await member.other())?.id)
    expect(await memberOfAccount(server.db, account, server.clock.now())).toBeNull()
  })

  test('the first account of a member is the usual one, and holds withdrawals as a change does', async () => {
    const username = '0866999999'
    const { id, request } = await server.newMember({ wallet: 50_000, username, hasBank: false })
    const otpToken = await grantProof(
      server.db,
      { phone: username, purpose: 'bank-account' },
      server.clock.now(),
    )
    const body = { bankCode: 'SCB', bankAccountName: 'SOMCHAI', bankAccountNo: '4440000001', otpToken }
    expect(await request(contract.addBankAccount, { body })).toMatchObject(done)
    expect((await request(contract.listBankAccounts)).body.accounts).toMatchObject([{ isUsual: true }])
    expect(await request(withdraw, { body: { amount: 100 } })).toMatchObject(refused('WITHDRAW_HOLD'))
    expect(id).not.toBe('')
  })
})

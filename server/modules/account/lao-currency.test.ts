import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { getProfile, updateProfile } from '#api/contract/account.ts'
import * as contract from '#api/contract/bank-account.ts'
import { getWallet, withdraw } from '#api/contract/wallet.ts'
import { grantProof } from '../../auth/one-time-codes.ts'
import { DAY } from '../../clock.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { describeOnEach } from '../../database/test-database.ts'
import type { Payout } from '../../providers/bank.ts'
import { openTestServer, refused, type TestServer } from '../test-server.ts'

const done = { status: 200, body: { message: 'SUCCESS' } }
const numberIn = (group: string, end: string) => `01012${group}00765432${end}`
let phones = 0

describeOnEach('the currency of a Lao account', (open) => {
  let server: TestServer
  const paid: Payout[] = []
  beforeAll(async () => {
    server = await openTestServer(open, { LAOS: 'true' })
    server.context.providers.bank.payOut = async (payout) => void paid.push(payout)
  })

  async function newMember() {
    phones += 1
    const end = String(100 + phones)
    const username = `020777${String(phones).padStart(5, '0')}`
    const bank = { bankCode: 'BCEL', bankAccountName: 'SOMXAY', bankAccountNo: numberIn('00', end) }
    const made = await server.newMember({ wallet: 500_000, username, currency: 'LAK', ...bank })
    const proof = () =>
      grantProof(server.db, { phone: username, purpose: 'bank-account' }, server.clock.now())
    const add = async (given: Partial<Parameters<typeof body>[0]>) =>
      made.request(contract.addBankAccount, { body: { ...body(given), otpToken: await proof() } })
    const body = (given: { bankCode?: string; bankAccountNo?: string; currency?: 'LAK' | 'BAHT' }) => ({
      bankCode: 'BCEL',
      bankAccountName: 'SOMXAY',
      bankAccountNo: numberIn('02', end),
      ...given,
    })
    const list = async () => (await made.request(contract.listBankAccounts)).body.accounts
    return { ...made, bank, end, proof, add, list }
  }

  test('is told with the profile, the wallet and the list', async () => {
    const member = await newMember()
    expect((await member.request(getProfile)).body.bankAccount).toMatchObject({ currency: 'LAK' })
    expect((await member.request(getWallet)).body.bankAccount).toMatchObject({ currency: 'LAK' })
    expect(await member.add({ currency: 'BAHT' })).toMatchObject(done)
    expect(await member.list()).toMatchObject([{ currency: 'LAK' }, { currency: 'BAHT' }])
  })

  test('is refused where the number says another one, or dollars', async () => {
    const member = await newMember()
    const wrong = refused('INVALID_USER_INFO')
    expect(await member.add({ currency: 'LAK' })).toMatchObject(wrong)
    expect(await member.add({ bankAccountNo: numberIn('01', member.end), currency: 'LAK' })).toMatchObject(
      wrong,
    )
    expect(await member.list()).toHaveLength(1)
    const otpToken = await member.proof()
    const body = { name: 'Somxay', ...member.bank, currency: 'BAHT' as const, otpToken }
    expect(await member.request(updateProfile, { body })).toMatchObject(wrong)
  })

  test('is read from the number where it is not said, and unknown elsewhere', async () => {
    const member = await newMember()
    await member.add({})
    await member.add({ bankCode: 'LDB', bankAccountNo: `9900${member.end}000` })
    const currencies = (await member.list()).map(({ currency }) => currency)
    expect(currencies).toEqual(['LAK', 'BAHT', null])
  })

  test('goes to the bank with the payout, stays with the withdrawal, and the operator sees it', async () => {
    const member = await newMember()
    await member.add({ currency: 'BAHT' })
    await member.add({ bankCode: 'LDB', bankAccountNo: `9900${member.end}000` })
    server.clock.advance(2 * DAY)
    const [, baht, unknown] = await member.list()
    for (const bankAccount of [undefined, baht?.id, unknown?.id])
      expect((await member.request(withdraw, { body: { amount: 100, bankAccount } })).status).toBe(200)
    expect(paid.slice(-3).map(({ currency }) => currency)).toEqual(['LAK', 'BAHT', null])
    const rows = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
    expect(rows.map(({ currency }) => currency).toSorted()).toEqual(['BAHT', 'LAK', null])
    const page = await (await server.app.request('/sandbox')).text()
    expect(page).toContain(`BCEL ${numberIn('00', member.end)} SOMXAY, LAK<`)
    expect(page).toContain(`BCEL ${numberIn('02', member.end)} SOMXAY, BAHT<`)
    expect(page).toContain(`LDB 9900${member.end}000 SOMXAY, currency not known`)
  })

  test('follows the account that becomes the usual one, and stands in the trail', async () => {
    const member = await newMember()
    await member.add({ currency: 'BAHT' })
    const [, baht] = await member.list()
    await member.request(contract.chooseBankAccount, { params: { id: baht?.id ?? '' } })
    expect((await member.request(getProfile)).body.bankAccount).toMatchObject({ currency: 'BAHT' })
    expect(await member.list()).toMatchObject([{ currency: 'BAHT' }, { currency: 'LAK' }])
    const events = await server.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.memberId, member.id))
      .orderBy(desc(auditEvents.id))
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'bank-account-chosen', after: { currency: 'BAHT' } },
      { kind: 'bank-account-added', after: { currency: 'BAHT' } },
    ])
  })
})

describeOnEach('in Thailand', (open) => {
  test('no currency is told', async () => {
    const server = await openTestServer(open)
    const { request } = await server.newMember()
    const { body } = await request(getProfile)
    expect(body.bankAccount).not.toHaveProperty('currency')
  })
})

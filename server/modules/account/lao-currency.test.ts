import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { updateProfile } from '#api/contract/account.ts'
import { getProfile } from '#api/contract/profile.ts'
import * as contract from '#api/contract/bank-account.ts'
import { getWallet, withdraw } from '#api/contract/wallet.ts'
import { grantProof } from '../../auth/one-time-codes.ts'
import { DAY, MINUTE } from '../../clock.ts'
import { smsToSend } from '../../database/schema/access.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { describeOnEach } from '../../database/test-database.ts'
import { memberBankAccounts, members } from '../../database/schema/members.ts'
import { handOverPayouts } from '../../jobs/hand-over-payouts.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import type { Payout } from '../../providers/bank.ts'
import { formsOn } from '../../sandbox/test-console-forms.ts'
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
    return { ...made, username, bank, end, proof, add, list }
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

  test('is that of the member’s own account at its own bank, whatever else has had the number', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const at = server.clock.now()
    const former = { accountName: 'SOMXAY', accountNo: member.bank.bankAccountNo, currency: 'BAHT' } as const
    await server.db.insert(memberBankAccounts).values([
      { ...former, memberId: other.id, bankCode: 'BCEL', validFrom: at, validUntil: at },
      { ...former, memberId: member.id, bankCode: 'LDB', validFrom: at, validUntil: at },
    ])
    expect((await member.request(withdraw, { body: { amount: 500 } })).status).toBe(200)
    const mine = eq(withdrawals.memberId, member.id)
    expect(await server.db.select().from(withdrawals).where(mine)).toMatchObject([{ currency: 'LAK' }])
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

  test('stays as it is known where another of the own accounts is made the usual one without saying it', async () => {
    const member = await newMember()
    const other = { bankCode: 'LDB', bankAccountNo: `9900${member.end}000` }
    expect(await member.add({ ...other, currency: 'BAHT' })).toMatchObject(done)
    const body = { name: 'Somxay', bankAccountName: 'SOMXAY', ...other, otpToken: await member.proof() }
    const { body: changed } = await member.request(updateProfile, { body })
    expect(changed.bankAccount).toMatchObject({ bankAccountNo: other.bankAccountNo, currency: 'BAHT' })
    expect(await member.list()).toMatchObject([{ ...other, currency: 'BAHT' }, { currency: 'LAK' }])
  })

  describe('that nobody has said', () => {
    /** A member with a payout to an account of unknown currency, which the bank does not take without one. */
    async function unpaid({ isUsual = true } = {}) {
      const member = await newMember()
      const number = `9900${member.end}000`
      await member.add({ bankCode: 'LDB', bankAccountNo: number })
      await member.add({ bankCode: 'APB', bankAccountNo: number })
      server.clock.advance(2 * DAY)
      const [, account, other] = await member.list()
      if (isUsual) await member.request(contract.chooseBankAccount, { params: { id: account?.id ?? '' } })
      const refusing = vi
        .spyOn(server.context.providers.bank, 'payOut')
        .mockRejectedValue(new Error('which?'))
      for (const bankAccount of [account?.id, other?.id])
        expect((await member.request(withdraw, { body: { amount: 100, bankAccount } })).status).toBe(200)
      refusing.mockRestore()
      const isOf = (bankCode: string) =>
        and(eq(withdrawals.memberId, member.id), eq(withdrawals.bankCode, bankCode))
      const payout = async (bankCode = 'LDB') => {
        const [row] = await server.db.select().from(withdrawals).where(isOf(bankCode))
        if (!row) throw new Error('No withdrawal')
        return row
      }
      const handOver = async () => {
        server.clock.advance(MINUTE)
        await runJob(server.context, handOverPayouts)
        return paid.findLast(({ reference }) => reference === payoutId)
      }
      const { id: payoutId } = await payout()
      const told = async () => {
        const mine = eq(smsToSend.phone, member.username)
        const rows = await server.db.select().from(smsToSend).where(mine).orderBy(smsToSend.text)
        return rows.map(({ text }) => text).join('\n')
      }
      const events = () =>
        server.db.select().from(auditEvents).where(eq(auditEvents.subject, payoutId)).orderBy(auditEvents.id)
      return { ...member, payoutId, account, number, payout, handOver, told, events }
    }

    /** What the console's forms offer to say of this payout's account. */
    async function offered(id: string) {
      const page = await (await server.app.request('/sandbox')).text()
      const forms = formsOn(page).filter(({ action }) => action === '/sandbox/withdrawals/currency')
      const valuesOf = ({ fields }: (typeof forms)[number]) => fields.map(({ values }) => values[0] ?? '')
      return forms.flatMap((form) => (valuesOf(form).includes(id) ? [valuesOf(form)[1]] : []))
    }
    const say = async (id: string, currency: string) =>
      (await server.submitForm('/withdrawals/currency', { id, currency })).to

    test.each([{ isUsual: true }, { isUsual: false }])(
      'is set by staff for the account and the payouts that wait, and the member is told: %o',
      async (which) => {
        const member = await unpaid(which)
        const { payoutId, account, number } = member
        expect(await offered(payoutId)).toEqual(['BAHT', 'LAK'])
        expect(await say(payoutId, 'LAK')).toBe('/sandbox?flash=currency')
        expect(await member.payout()).toMatchObject({ currency: 'LAK', status: 'pending' })
        expect(await member.payout('APB')).toMatchObject({ currency: null })
        // The same account: what the app knows it by goes on.
        expect(await member.list()).toContainEqual({ ...account, currency: 'LAK', isUsual: which.isUsual })
        const { currency } = (await member.request(getProfile)).body.bankAccount ?? {}
        expect(currency).toBe('LAK')
        expect(await offered(payoutId)).toEqual([])
        expect(await member.handOver()).toMatchObject({ currency: 'LAK', accountNo: number })
        expect(await member.told()).toContain(`(ລົງທ້າຍ ${number.slice(-4)}) ເປັນເງິນກີບ`)
        const after = { bankCode: 'LDB', bankAccountName: 'SOMXAY', bankAccountNo: number, currency: 'LAK' }
        const kind = 'account-currency-set'
        expect(await member.events()).toMatchObject([{ kind, actor: 'operator', memberId: member.id, after }])
      },
    )

    test('is set by staff of accounts without a payout too, until nobody has them', async () => {
      const member = await newMember()
      const number = `9900${member.end}000`
      await member.add({ bankCode: 'LDB', bankAccountNo: number })
      await member.add({ bankCode: 'APB', bankAccountNo: number })
      const [, account, other] = await member.list()
      const id = account?.id ?? ''
      const path = '/withdrawals/account-currency'
      const listed = async (after = '') => {
        const page = await (await server.app.request(`/sandbox${after}`)).text()
        return formsOn(page)
          .filter(({ action }) => action === `/sandbox${path}${after}`)
          .map(({ fields }) => fields.map(({ values }) => values[0]))
      }
      const both = (of: string) => [
        [of, 'BAHT'],
        [of, 'LAK'],
      ]
      expect(await listed()).toEqual(expect.arrayContaining([...both(id), ...both(other?.id ?? '')]))
      expect(await listed(`?unsaid=${id}`)).toEqual(both(other?.id ?? ''))
      expect((await server.submitForm(path, { id, currency: 'LAK' })).to).toBe('/sandbox?flash=currency')
      expect(await member.list()).toContainEqual({ ...account, currency: 'LAK' })
      const events = await server.db.select().from(auditEvents).where(eq(auditEvents.subject, id))
      const after = { bankCode: 'LDB', bankAccountName: 'SOMXAY', bankAccountNo: number, currency: 'LAK' }
      expect(events).toMatchObject([{ kind: 'account-currency-set', memberId: member.id, after }])
      expect((await server.submitForm(path, { id, currency: 'BAHT' })).to).toBe('/sandbox?flash=taken')
      expect(await member.list()).toContainEqual({ ...account, currency: 'LAK' })

      await member.request(contract.removeBankAccount, { params: { id: other?.id ?? '' } })
      const left = (await listed()).map(([of]) => of)
      expect(left).not.toContain(id)
      expect(left).not.toContain(other?.id)
      const late = { id: other?.id ?? '', currency: 'LAK' }
      expect((await server.submitForm(path, late)).to).toBe('/sandbox?flash=taken')
    })

    test('leaves what was known of the account before it was removed as it was', async () => {
      const member = await newMember()
      const account = { bankCode: 'LDB', bankAccountNo: `9900${member.end}000` }
      const idOf = async () => (await member.list()).find(({ bankCode }) => bankCode === 'LDB')?.id ?? ''
      await member.add({ ...account, currency: 'BAHT' })
      await member.request(contract.removeBankAccount, { params: { id: await idOf() } })
      await member.add(account)
      await server.submitForm('/withdrawals/account-currency', { id: await idOf(), currency: 'LAK' })
      const { memberId, bankCode, validUntil, currency } = memberBankAccounts
      const rows = await server.db
        .select({ currency, validUntil })
        .from(memberBankAccounts)
        .where(and(eq(memberId, member.id), eq(bankCode, 'LDB')))
        .orderBy(memberBankAccounts.id)
      expect(rows).toEqual([
        { currency: 'BAHT', validUntil: expect.any(Date) },
        { currency: 'LAK', validUntil: null },
      ])
    })

    test('is said once: what is known, or not so by the number, stays as it is', async () => {
      const { payoutId, payout, list, told, events, bank, ...member } = await unpaid()
      await say(payoutId, 'LAK')
      const before = [await told(), await events(), await list()]
      expect(await say(payoutId, 'BAHT')).toBe('/sandbox?flash=taken')
      expect([await told(), await events(), await list()]).toEqual(before)
      expect(await payout()).toMatchObject({ currency: 'LAK' })
      expect(
        (await server.submitForm('/withdrawals/currency', { id: payoutId, currency: 'USD' })).status,
      ).toBe(400)

      const dollars = { ...bank, bankAccountNo: numberIn('01', member.end), currency: null }
      await server.db.update(members).set(dollars).where(eq(members.id, member.id))
      expect(await member.request(withdraw, { body: { amount: 100 } })).toMatchObject({ status: 200 })
      const inDollars = await payout('BCEL')
      expect(await offered(inDollars.id)).toEqual([])
      expect(await (await server.app.request('/sandbox')).text()).toContain(
        'SOMXAY, US dollars by its number',
      )
      expect(await say(inDollars.id, 'LAK')).toBe('/sandbox?flash=taken')
      expect(await payout('BCEL')).toEqual(inDollars)
    })

    test('is given to the payouts that wait once the member says it', async () => {
      const { number, ...member } = await unpaid()
      const { bankAccountName } = member.bank
      const account = { bankCode: 'LDB', bankAccountName, bankAccountNo: number }
      const body = { name: 'Somxay', ...account, currency: 'BAHT' as const, otpToken: await member.proof() }
      expect((await member.request(updateProfile, { body })).status).toBe(200)
      expect(await member.payout()).toMatchObject({ currency: 'BAHT' })
      expect(await member.told()).toContain('ເປັນເງິນບາດ')
    })

    test('is given to them too once the member adds the account again', async () => {
      const { number, ...member } = await unpaid()
      const body = { name: 'Somxay', bankCode: 'LDB', bankAccountName: 'SOMXAY', bankAccountNo: `1${number}` }
      const otpToken = await member.proof()
      expect((await member.request(updateProfile, { body: { ...body, otpToken } })).status).toBe(200)
      expect(await member.add({ bankCode: 'LDB', bankAccountNo: number, currency: 'LAK' })).toMatchObject(
        done,
      )
      expect(await member.payout()).toMatchObject({ currency: 'LAK' })
    })
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

import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { lookupWithdraw } from '#api/contract/lookup.ts'
import { listStatements } from '#api/contract/statement.ts'
import { withdraw } from '#api/contract/wallet.ts'
import { DAY, HOUR, MINUTE } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { databaseError } from '../database/query.ts'
import { auditEvents } from '../database/schema/audit.ts'
import { ledgerAudits } from '../database/schema/ledger.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { describeOnOne } from '../database/test-database.ts'
import { createApp } from '../app.ts'
import { clientOf } from '../http/test-app.ts'
import { type TestServer, openTestServer, createFormSubmitter } from '../modules/test-server.ts'
import { handOverPayouts } from './hand-over-payouts.ts'
import { auditBooks, auditLedger } from './ledger-audits.ts'
import { runJob } from './run-jobs.ts'

describeOnOne('the ledger audit', (open) => {
  let server: TestServer
  let context: AppContext
  const paidOut: string[] = []

  beforeAll(async () => {
    server = await openTestServer(open)
    const { providers } = server.context
    const bank = {
      ...providers.bank,
      payOut: async (payout: { reference: string }) => void paidOut.push(payout.reference),
    }
    context = { ...server.context, providers: { ...providers, bank } }
  })

  const audits = () => server.db.select().from(ledgerAudits).orderBy(ledgerAudits.id)
  const daily = async () => {
    await runJob(context, auditLedger)
    return audits()
  }
  /** Changes a balance past every trigger and constraint, as a superuser could. */
  const shift = (account: string, satang: number) =>
    server.db.transaction(async (tx) => {
      await tx.execute(sql`alter table ledger_accounts disable trigger user`)
      await tx.execute(sql`update ledger_accounts set balance = balance + ${satang} where name = ${account}`)
      await tx.execute(sql`alter table ledger_accounts enable trigger user`)
    })
  const health = async () => {
    const response = await createApp(context).request('/api/health')
    expect(response.status).toBe(200)
    return response.json()
  }
  async function withdrawing(amount: number) {
    const member = await server.newMember({ wallet: 100_000 })
    const request = clientOf(createApp(context), member.request.token)
    expect((await request(withdraw, { body: { amount } })).status).toBe(200)
    const [row] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
    return { ...member, request, id: row?.id ?? '', memberId: member.id }
  }

  test('runs once a day, in one process', async () => {
    expect(await daily()).toMatchObject([{ problemCount: 0, problems: [] }])
    expect(await daily()).toHaveLength(1)
    server.clock.advance(DAY)
    await Promise.all(Array.from({ length: 3 }, () => auditLedger.work(context, auditLedger.name)))
    expect(await audits()).toHaveLength(2)
    server.clock.advance(DAY - MINUTE)
    expect(await daily()).toHaveLength(2)
  })

  test('that finds a problem stops payouts and logs an error, until one finds none', async () => {
    const broken = await server.newMember({ wallet: 5_000 })
    const account = `member:${broken.id}:wallet`
    await shift(account, 100)
    const before = await withdrawing(150)
    expect(paidOut).toEqual([before.id])

    server.clock.advance(DAY)
    const [found] = (await daily()).slice(-1)
    expect(found?.problemCount).toBeGreaterThan(0)
    expect(found?.problems.join('\n')).toContain(account)
    expect(server.logged.join('\n')).toMatch(/"level":"error","event":"ledger-audit-failed"/u)
    expect(await health()).toMatchObject({ status: 'ok', payouts: 'stopped', database: 'ok' })

    // The member's money leaves the wallet and stays pending; the member sees that.
    const member = await withdrawing(200)
    expect(await member.wallet()).toBe(80_000)
    const { statements } = (await member.request(listStatements, { body: { page: 1, limit: 1 } })).body
    expect(statements).toMatchObject([{ statementType: 'withdraw', status: 'PROCESSING', amount: 200 }])
    expect(statements[0]?.withdrawal).not.toHaveProperty('expectedAt')
    expect((await member.request(lookupWithdraw)).body).toMatchObject({ payoutsStopped: true })
    server.clock.advance(2 * MINUTE)
    server.logged.length = 0
    await runJob(context, handOverPayouts)
    expect(paidOut).toEqual([before.id])
    expect(server.logged.join('\n')).toMatch(/"level":"error","event":"payouts-stopped"/u)

    // The console shows it, and pays nothing out meanwhile.
    const page = async () => (await server.app.request('/sandbox')).text()
    expect(await page()).toContain('Payouts are stopped')
    const submitForm = createFormSubmitter(createApp(context))
    expect((await submitForm('/withdrawals/settle', { id: member.id })).to).toBe('/sandbox?flash=stopped')
    expect((await submitForm('/audit', {})).to).toBe('/sandbox?flash=wrong')

    // Once repaired, payouts stay stopped until the next audit.
    await shift(account, -100)
    await runJob(context, handOverPayouts)
    expect(paidOut).toEqual([before.id])
    expect((await submitForm('/audit', {})).to).toBe('/sandbox?flash=clean')
    expect(await health()).toMatchObject({ status: 'ok', payouts: 'ok' })
    expect((await member.request(lookupWithdraw)).body).not.toHaveProperty('payoutsStopped')
    await runJob(context, handOverPayouts)
    expect(paidOut).toContain(member.id)
    const decision = await server.decisionOf(member.id)
    expect((await submitForm('/withdrawals/settle', decision)).to).toBe('/sandbox?flash=settled')
    expect(await page()).not.toContain('Payouts are stopped')
    await server.expectBalancedLedger()

    const told = await server.db.select().from(auditEvents).orderBy(auditEvents.id)
    const changes = told.filter(({ kind }) => kind.startsWith('payouts-'))
    expect(changes).toMatchObject([
      { kind: 'payouts-stopped', actor: 'system', after: { problems: found?.problemCount } },
      { kind: 'payouts-resumed', actor: 'operator' },
    ])
  })

  test('runs again soon while payouts are stopped, so that a repair needs no console', async () => {
    const member = await server.newMember({ wallet: 5_000 })
    const account = `member:${member.id}:wallet`
    await shift(account, 100)
    server.clock.advance(DAY)
    await daily()
    expect(await health()).toMatchObject({ payouts: 'stopped' })
    await shift(account, -100)
    server.clock.advance(10 * MINUTE)
    await daily()
    expect(await health()).toMatchObject({ payouts: 'ok' })
  })

  test('that fails is logged, and changes nothing', async () => {
    const failing = {
      ...context,
      db: Object.assign(Object.create(context.db) as typeof context.db, {
        transaction: () => Promise.reject(new Error('no database')),
      }),
    }
    server.clock.advance(DAY)
    const before = await audits()
    await runJob(failing, auditLedger)
    expect(server.logged.join('\n')).toContain('"event":"job-failed","job":"audit-ledger"')
    expect(await audits()).toEqual(before)
    server.clock.advance(HOUR)
    expect((await auditBooks(context, { actor: 'system' }))?.problemCount).toBe(0)
  })

  test.each([
    ['changed', () => sql`update ledger_audits set problem_count = 0`],
    ['taken away', () => sql`delete from ledger_audits`],
    ['emptied', () => sql`truncate ledger_audits`],
  ])('is not %s by plain SQL', async (_, statement) => {
    const error = await server.db.execute(statement()).then(
      () => undefined,
      (thrown: unknown) => databaseError(thrown),
    )
    expect(error?.code).toBe('LG000')
  })
})

import { asc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { withdraw } from '#api/contract/wallet.ts'
import { MINUTE } from '../../clock.ts'
import { transact } from '../../database/query.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { phoneOf } from '../../deposits/test-transfers.ts'
import { showTime } from '../../sandbox/markup.ts'
import { formsOn } from '../../sandbox/test-console-forms.ts'
import { readQueues } from '../health/queues.ts'
import { openTestServer, type TestServer } from '../test-server.ts'
import type { Decision } from './contradicted-payouts.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'

describeOnOne('a payout that the bank contradicts', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  /** A withdrawal that staff have settled or refused. */
  async function ended(path: 'settle' | 'refuse') {
    const member = await server.newMember({ wallet: 100_000 })
    await member.request(withdraw, { body: { amount: 300 } })
    const [row] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id))
    const id = row?.id ?? ''
    const { to } = await server.submitForm(`/withdrawals/${path}`, await server.decisionOf(id))
    expect(to).toContain(`flash=${path === 'settle' ? 'settled' : 'refused'}`)
    return { member, id, at: server.clock.now() }
  }
  const bankSays = (id: string, decision: Decision) =>
    transact(server.db, (tx) => decideWithdrawal(server.context, tx, id, decision))
  const paid = { status: 'settled' } as const
  const unpaid = { status: 'refused', reason: 'No such account' } as const

  const consolePage = async () => (await server.app.request('/sandbox')).text()
  /** What the console's forms send about such payouts, in its order. */
  const forms = async () =>
    formsOn(await consolePage())
      .filter(({ action }) => action === '/sandbox/withdrawals/note')
      .map(({ fields }) => Object.fromEntries(fields.map(({ name, values }) => [name, values[0] ?? ''])))
  const formOf = async (id: string) => (await forms()).find((fields) => fields['id'] === id) ?? {}
  const note = async (fields: Record<string, string>) =>
    (await server.submitForm('/withdrawals/note', fields)).to.replace('/sandbox?flash=', '')
  const refusal = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    const answer = await server.app.request('/sandbox/withdrawals/note', { method: 'POST', body })
    return [answer.status, await answer.text()]
  }
  const queue = async () =>
    (await readQueues(server.db, server.clock.now())).find(({ name }) => name === 'contradicted-payouts')
  const trailOf = (id: string) =>
    server.db.select().from(auditEvents).where(eq(auditEvents.subject, id)).orderBy(asc(auditEvents.id))

  test('given back, and paid as the bank says, waits for staff until they note what became of it', async () => {
    const { member, id, at } = await ended('refuse')
    server.clock.advance(5 * MINUTE)
    const saidAt = server.clock.now()
    for (const _ of [1, 2]) expect(await bankSays(id, paid)).toBe('contradicted')
    expect(server.logged.filter((line) => line.includes('"payout-contradicted"'))).toHaveLength(2)
    server.clock.advance(MINUTE)
    expect(await queue()).toEqual({ name: 'contradicted-payouts', size: 1, oldest: 60 })

    const page = await consolePage()
    const row = page.split('<tr>').find((one) => one.includes('/sandbox/withdrawals/note'))
    for (const shown of [
      await phoneOf(server, member),
      '300.00',
      `in the books: refused ${showTime(at)}`,
      `the bank said ${showTime(saidAt)}: it has paid it`,
    ])
      expect(row).toContain(shown)

    const seen = await formOf(id)
    const reason = ' Paid back in cash <11/28> '
    expect(await note({ ...seen, reason: ' ' })).toBe('unsaid')
    expect(await note({ ...seen, reason, contradictedAt: at.toISOString() })).toBe('decided')
    for (const contradictedAt of ['', 'then', '+275760-09-13T00:00:00.000Z'])
      expect(await refusal({ ...seen, reason, contradictedAt })).toEqual([
        400,
        expect.stringContaining('The field contradictedAt is not a time.'),
      ])
    // Its first 500 characters end within an emoji.
    expect(await refusal({ ...seen, reason: `${'x'.repeat(499)}💩` })).toEqual([
      400,
      expect.stringContaining('The field reason is not a text of 500 characters at most.'),
    ])
    expect(await queue()).toMatchObject({ size: 1 })
    const presses = [1, 2].map(() => note({ ...seen, reason }))
    expect((await Promise.all(presses)).toSorted()).toEqual(['decided', 'noted'])
    expect(await bankSays(id, paid)).toBe('contradicted')
    expect([await queue(), await forms()]).toEqual([{ name: 'contradicted-payouts', size: 0, oldest: 0 }, []])
    expect(await trailOf(id)).toMatchObject([
      { kind: 'withdrawal-decided' },
      {
        kind: 'payout-contradicted',
        actor: 'system',
        memberId: member.id,
        createdAt: saidAt,
        before: { status: 'refused' },
        after: { status: 'settled', amount: 30_000 },
      },
      {
        kind: 'payout-contradiction-noted',
        actor: 'operator',
        memberId: member.id,
        before: { status: 'refused', amount: 30_000 },
        after: { reason: 'Paid back in cash <11/28>' },
      },
    ])
    expect(await member.wallet()).toBe(100_000)
    await server.expectBalancedLedger()
  })

  test('stands after those that wait longer, also where the books have paid what the bank has not', async () => {
    const settled = await ended('settle')
    const refused = await ended('refuse')
    expect(await bankSays(settled.id, unpaid)).toBe('contradicted')
    server.clock.advance(MINUTE)
    expect(await bankSays(refused.id, paid)).toBe('contradicted')
    // What the bank says as the books do is no contradiction.
    expect([await bankSays(settled.id, paid), await bankSays(refused.id, unpaid)]).toEqual([null, null])
    const page = await consolePage()
    expect(page).toContain('it has not paid it')
    expect((await forms()).map((fields) => fields['id'])).toEqual([settled.id, refused.id])
    expect((await trailOf(settled.id)).at(-1)).toMatchObject({
      kind: 'payout-contradicted',
      after: { ...unpaid, amount: 30_000 },
    })
    expect(await note({ ...(await formOf(settled.id)), reason: 'Paid anew by hand' })).toBe('noted')
    expect((await forms()).map((fields) => fields['id'])).toEqual([refused.id])
    expect(await settled.member.wallet()).toBe(70_000)
  })

  test('is none that waits or has not been contradicted', async () => {
    const { id, at } = await ended('refuse')
    expect(await formOf(id)).toEqual({})
    expect(await note({ id, contradictedAt: at.toISOString(), reason: 'x' })).toBe('decided')
    expect(await trailOf(id)).toMatchObject([{ kind: 'withdrawal-decided' }])
  })
})

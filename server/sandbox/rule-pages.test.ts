import { desc, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEvents } from '../database/schema/audit.ts'
import { readSetting } from '../database/settings.ts'
import { describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { fieldsOf } from './test-console-forms.ts'

describeOnOne('the console’s page of rules', (open, kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const shown = async (action: string) =>
    fieldsOf(await (await server.app.request('/sandbox/rules')).text(), action)

  const forms = {
    '/rules': {
      inviteMinimum: '200.50',
      inviteTurnoverTimes: '2',
      coinTurnoverTimes: '0',
      withdrawTurnoverTimes: '1000',
    },
    '/rules/proof': { above: '5,000.00' },
    '/rules/payouts': { waitSeconds: '60', minutes: '15' },
  }

  test.each(Object.entries(forms))(
    '%s: saves what it may be, and keeps what was typed otherwise',
    async (path, fields) => {
      const action = `/sandbox${path}`
      expect((await server.saveSetting(path, fields)).to).toBe('/sandbox/rules?flash=saved')
      const saved = await shown(action)
      expect(saved).toMatchObject(fields)
      for (const name of Object.keys(fields))
        for (const wrong of ['', '-1', '1e2', '0x10', 'x']) {
          const typed = { ...saved, [name]: wrong }
          const { status, page } = await server.submitForm(path, typed)
          expect([status, fieldsOf(page, action)]).toEqual([422, typed])
          expect(await shown(action)).toEqual(saved)
        }
    },
  )

  describe('two who have it open', () => {
    const withdrawTurnoverTimes = '3'
    beforeEach(async () => {
      await server.saveSetting('/rules', { inviteMinimum: '100', withdrawTurnoverTimes: '0' })
    })
    const now = () => readSetting(server.db, 'depositTerms')

    test('one changes a field that the other leaves: both stay, and the trail has each', async () => {
      const tab = await shown('/sandbox/rules')
      await server.saveSetting('/rules', { withdrawTurnoverTimes })
      const { to } = await server.submitForm('/rules', { ...tab, inviteMinimum: '250' })
      expect(to).toBe('/sandbox/rules?flash=saved')
      expect(await now()).toMatchObject({ inviteMinimum: 25_000, withdrawTurnoverTimes: 3 })
      const trail = await server.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(2)
      expect(trail).toMatchObject([
        {
          before: { inviteMinimum: 10_000, withdrawTurnoverTimes: 3 },
          after: { inviteMinimum: 25_000, withdrawTurnoverTimes: 3 },
        },
        { before: { withdrawTurnoverTimes: 0 }, after: { withdrawTurnoverTimes: 3 } },
      ])
    })

    test.runIf(kind === 'postgres')('both save at one moment, each another field: both stay', async () => {
      const tab = await shown('/sandbox/rules')
      const { saves } = await server.db.transaction(async (tx) => {
        // This lock holds back writes and not reads: without the console's own lock both saves would read before either writes.
        await tx.execute(sql`lock table settings in exclusive mode`)
        const saves = [
          server.submitForm('/rules', { ...tab, withdrawTurnoverTimes }),
          server.submitForm('/rules', { ...tab, inviteMinimum: '250' }),
        ]
        const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        await expect.poll(async () => (await server.db.execute(waiting)).rows.length).toBe(2)
        return { saves }
      })
      for (const { to } of await Promise.all(saves)) expect(to).toBe('/sandbox/rules?flash=saved')
      expect(await now()).toMatchObject({ inviteMinimum: 25_000, withdrawTurnoverTimes: 3 })
    })

    test('both change a field: the second is told, saves nothing, and may then save over it', async () => {
      const tab = await shown('/sandbox/rules')
      await server.saveSetting('/rules', { withdrawTurnoverTimes })
      const typed = { inviteMinimum: '250', withdrawTurnoverTimes: '5' }
      const { status, page } = await server.submitForm('/rules', { ...tab, ...typed })
      expect(status).toBe(409)
      expect(page).toContain('Nothing was saved')
      expect(page).toMatch(/Times before money can be withdrawn: stored now <input readonly[^>]*value="3"/u)
      expect(page).not.toContain('earns by, in baht: stored now')
      expect(await now()).toMatchObject({ inviteMinimum: 10_000, withdrawTurnoverTimes: 3 })
      const kept = fieldsOf(page, '/sandbox/rules')
      expect(kept).toMatchObject(typed)
      expect((await server.submitForm('/rules', kept)).status).toBe(303)
      expect(await now()).toMatchObject({ inviteMinimum: 25_000, withdrawTurnoverTimes: 5 })
    })

    test('both change a field to the same: nothing is in the way', async () => {
      const tab = await shown('/sandbox/rules')
      await server.saveSetting('/rules', { withdrawTurnoverTimes })
      expect((await server.submitForm('/rules', { ...tab, withdrawTurnoverTimes })).status).toBe(303)
    })

    test('a form that does not say what it showed saves nothing', async () => {
      expect((await server.submitForm('/rules', { withdrawTurnoverTimes })).status).toBe(409)
      expect(await now()).toMatchObject({ withdrawTurnoverTimes: 0 })
    })
  })
})

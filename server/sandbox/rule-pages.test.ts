import { beforeAll, expect, test } from 'vitest'
import { describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { fieldsOf } from './test-console-forms.ts'

describeOnOne('the console’s page of rules', (open) => {
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
    '/rules/proof': { above: '5000' },
    '/rules/payouts': { waitSeconds: '60', minutes: '15' },
  }

  test.each(Object.entries(forms))(
    '%s: saves what it may be, and keeps what was typed otherwise',
    async (path, fields) => {
      const action = `/sandbox${path}`
      expect((await server.submitForm(path, fields)).to).toBe('/sandbox/rules?flash=saved')
      const saved = await shown(action)
      for (const name of Object.keys(fields))
        for (const wrong of ['', '-1', '1e2', '0x10', 'x']) {
          const typed = { ...fields, [name]: wrong }
          const { status, page } = await server.submitForm(path, typed)
          expect([status, fieldsOf(page, action)]).toEqual([422, typed])
          expect(await shown(action)).toEqual(saved)
        }
    },
  )
})

import { beforeAll, expect, test } from 'vitest'
import { getLimits, getPlay, lookupHelp, takeBreak } from '#api/contract/limits.ts'
import { describeOnEmbedded } from '../database/test-database.ts'
import { readSetting } from '../database/settings.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { fieldsOf } from './test-console-forms.ts'

describeOnEmbedded('the console’s page of limits', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const shown = async () => (await server.app.request('/sandbox/limits')).text()

  test('shows who has a break, and until when', async () => {
    expect(await shown()).toContain('Nobody has a break.')
    const { request } = await server.newMember({ username: '0811234567' })
    await request(takeBreak, { body: { kind: 'exclusion', months: 6 } })
    expect(await shown()).toMatch(/0811234567[^]*Self-exclusion/u)
  })

  test('says what members may set, and keeps what cannot be', async () => {
    const member = await server.newMember()
    const { to } = await server.saveSetting('/limits', {
      deposit: '',
      time: '',
      breakHours: '48, 5',
      exclusionMonths: '6',
    })
    expect(to).toBe('/sandbox/limits?flash=saved')
    const { body } = await member.request(getLimits)
    expect(body.limits.map(({ kind }) => kind)).toEqual(['loss', 'loss', 'loss'])
    expect(body.times).toEqual([])
    expect([body.breakHours, body.exclusionMonths]).toEqual([[48, 5], [6]])
    // Nobody may offer a self-exclusion of less than six months.
    expect((await server.saveSetting('/limits', { breakHours: '', exclusionMonths: '3' })).status).toBe(422)
    expect((await member.request(getLimits)).body.exclusionMonths).toEqual([6])
  })

  test('says after what time at play members are asked, and what holds for who has not chosen', async () => {
    const member = await server.newMember()
    await server.saveSetting('/limits/reality-checks', { offered: '20, 40', usual: '40' })
    expect((await member.request(getPlay)).body).toMatchObject({ every: 40, offered: [20, 40] })
    for (const fields of [
      { offered: '20', usual: '30' },
      { offered: '', usual: '' },
      { offered: '300', usual: '300' },
      { offered: '0, 30', usual: '' },
      { offered: '0, 16', usual: '0x10' },
    ])
      expect((await server.saveSetting('/limits/reality-checks', fields)).status).toBe(422)
    expect((await member.request(getPlay)).body).toMatchObject({ every: 40, offered: [20, 40] })
  })

  test('changes whom to call', async () => {
    await server.saveSetting('/limits/help', { lines: 'LA | 021 453 065 | ก | ກ | A | 8–16' })
    const visitor = await server.client()
    expect((await visitor(lookupHelp, { headers: { 'Accept-Language': 'en' } })).body).toEqual([
      { country: 'LA', name: 'A', phone: '021 453 065', hours: '8–16' },
    ])
    for (const lines of [
      'US | 911 | x',
      'TH | --- | x',
      'TH | + 1 - 2 | x',
      'TH | 1323 | 1 | 2 | 3 | 4 | 5 | 6 | 7',
    ])
      expect((await server.saveSetting('/limits/help', { lines })).status).toBe(422)
  })

  test.each(['24, 24', '24, 024', '0x10', '1e2', '24.0', '-24', '２４'])(
    'hours that are not each another whole number are not saved: %s',
    async (breakHours) => {
      const before = fieldsOf(await shown(), '/sandbox/limits')
      expect((await server.saveSetting('/limits', { ...before, breakHours })).status).toBe(422)
      expect(fieldsOf(await shown(), '/sandbox/limits')).toEqual(before)
    },
  )

  test('what was typed is kept where it cannot be saved, and what it is beside', async () => {
    await server.saveSetting('/limits', { deposit: '', loss: 'on', breakHours: '48', exclusionMonths: '6' })
    const typed = { breakHours: '48, 1e2', exclusionMonths: '6, 12' }
    const { page } = await server.saveSetting('/limits', { deposit: 'on', loss: '', ...typed })
    expect(page).toContain('Nothing was saved')
    expect(fieldsOf(page, '/sandbox/limits')).toMatchObject(typed)
    expect(page).toMatch(/name="deposit" checked/u)
    expect(page).not.toMatch(/name="loss" checked/u)
    expect(await shown()).toMatch(/name="loss" checked/u)
    const checks = { offered: '20', usual: '30' }
    const refused = await server.saveSetting('/limits/reality-checks', checks)
    expect(fieldsOf(refused.page, '/sandbox/limits/reality-checks')).toMatchObject(checks)
    expect(fieldsOf(refused.page, '/sandbox/limits')).toMatchObject({ breakHours: '48' })
    const lines = '\nTH | <911> | x'
    const help = await server.saveSetting('/limits/help', { lines })
    expect(fieldsOf(help.page, '/sandbox/limits/help')).toMatchObject({ lines })
  })

  test('what somebody else has changed since is not saved over, boxes and lines too', async () => {
    await server.saveSetting('/limits', { deposit: 'on', loss: 'on', time: 'on', breakHours: '48' })
    const limits = fieldsOf(await shown(), '/sandbox/limits')
    const help = fieldsOf(await shown(), '/sandbox/limits/help')
    await server.saveSetting('/limits', { loss: '' })
    await server.saveSetting('/limits/help', { lines: 'TH | 1323 | ก' })
    const unticked: Record<string, string> = { ...limits, breakHours: '24' }
    delete unticked['time']
    expect((await server.submitForm('/limits', unticked)).to).toContain('flash=saved')
    expect(await readSetting(server.db, 'playLimits')).toMatchObject({
      deposit: true,
      loss: false,
      time: false,
      breakHours: [24],
    })
    const lines = 'TH | 1669 | ข'
    const { status, page } = await server.submitForm('/limits/help', { ...help, lines })
    expect(status).toBe(409)
    expect(fieldsOf(page, '/sandbox/limits/help')).toMatchObject({ lines })
    expect(page).toMatch(/Lines: stored now[^]*TH \| 1323 \| ก/u)
  })
})

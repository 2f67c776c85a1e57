import { beforeAll, expect, test } from 'vitest'
import { getLimits, getPlay, lookupHelp, takeBreak } from '#api/contract/limits.ts'
import { describeOnEmbedded } from '../database/test-database.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'

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
    const { to } = await server.submitForm('/limits', {
      loss: 'on',
      breakHours: '48, 5',
      exclusionMonths: '6',
    })
    expect(to).toBe('/sandbox/limits?flash=saved')
    const { body } = await member.request(getLimits)
    expect(body.limits.map(({ kind }) => kind)).toEqual(['loss', 'loss', 'loss'])
    expect(body.times).toEqual([])
    expect([body.breakHours, body.exclusionMonths]).toEqual([[48, 5], [6]])
    // Nobody may offer a self-exclusion of less than six months.
    expect((await server.submitForm('/limits', { breakHours: '', exclusionMonths: '3' })).to).toBe(
      '/sandbox/limits?flash=malformed',
    )
    expect((await member.request(getLimits)).body.exclusionMonths).toEqual([6])
  })

  test('says after what time at play members are asked, and what holds for who has not chosen', async () => {
    const member = await server.newMember()
    await server.submitForm('/limits/reality-checks', { offered: '20, 40', usual: '40' })
    expect((await member.request(getPlay)).body).toMatchObject({ every: 40, offered: [20, 40] })
    const malformed = '/sandbox/limits?flash=malformed'
    for (const fields of [
      { offered: '20', usual: '30' },
      { offered: '', usual: '' },
      { offered: '300', usual: '300' },
    ])
      expect((await server.submitForm('/limits/reality-checks', fields)).to).toBe(malformed)
  })

  test('changes whom to call', async () => {
    await server.submitForm('/limits/help', { lines: 'LA | 021 453 065 | ก | ກ | A | 8–16' })
    const visitor = await server.client()
    expect((await visitor(lookupHelp, { headers: { 'Accept-Language': 'en' } })).body).toEqual([
      { country: 'LA', name: 'A', phone: '021 453 065', hours: '8–16' },
    ])
    expect((await server.submitForm('/limits/help', { lines: 'US | 911 | x' })).to).toContain('malformed')
  })
})

import { beforeAll, expect, test } from 'vitest'
import { playBreaks } from '../database/schema/limits.ts'
import { statements } from '../database/schema/statements.ts'
import { later, MINUTE } from '../clock.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'

describeOnOne('what the console says', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const look = async (path: string) => (await server.app.request(`/sandbox${path}`)).text()
  const find = async (part: string) => (await server.submitForm('/statement', { part })).page

  test('a form that did nothing says so as an alert, and what to do; one that did it as a status', async () => {
    for (const [flash, advice] of [
      ['amount', 'Write it in baht'],
      ['nobody', 'Write it as the member logs in'],
      ['short', 'at most what it holds'],
      ['unread', 'Try again in a minute'],
      ['unsent', 'Fill in every field'],
      ['malformed', 'mend it, and save again'],
      ['auditing', 'Look here again'],
    ])
      expect(await look(`?flash=${flash}`)).toMatch(new RegExp(`role="alert"[^>]*>[^<]*${advice}`, 'u'))
    expect(await look('?flash=saved')).toMatch(/role="status"[^>]*>Saved\.</u)
  })

  test('the statement: too short a part is refused, one that nothing has says what to try, a row names the accounts it has', async () => {
    expect(await find('abc')).toMatch(/role="alert"[^>]*>[^<]*type 4 to 100 characters/u)
    expect(await find('nothing')).toContain('try a shorter part')
    const memberId = await addMember(server.db)
    const row = { memberId, type: 'deposit', amount: 100, status: 'SUCCESS' } as const
    await server.db.insert(statements).values([
      { ...row, reference: 'without', from: null, to: null },
      { ...row, reference: 'incoming', from: null, to: 'KBANK 1' },
    ])
    expect(await find('without')).not.toMatch(/<small>[^<]*\bto\b/u)
    expect(await find('incoming')).toMatch(/<small>\s*to KBANK 1<\/small>/u)
  })

  test('a number or a time on a phone has the head of its column', async () => {
    const memberId = await addMember(server.db)
    const startsAt = server.clock.now()
    const lasts = { startsAt, endsAt: later(startsAt, MINUTE) }
    await server.db.insert(playBreaks).values({ memberId, kind: 'break', ...lasts })
    expect(await look('/limits')).toMatch(/<td data-head="Since">[^<]+<\/td>\s*<td data-head="Until">/u)
    expect(await look('/wheel')).toContain('<td data-head="Odds">')
  })
})

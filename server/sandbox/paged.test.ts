import { beforeAll, expect, test } from 'vitest'
import { later, MINUTE } from '../clock.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { playBreaks } from '../database/schema/limits.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { formsOn, linksOn, nextOn } from './test-console-forms.ts'

const ROWS = 65

describeOnOne('a list of the console that is read in parts', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  // Always two at one time.
  const timeOf = (at: number) => later(server.clock.now(), (Math.floor(at / 2) + 1) * MINUTE)
  const all = Array.from({ length: ROWS }, (_, at) => at)
  const look = async (path: string) => (await server.app.request(path)).text()

  async function partsOf(page: string, list: string): Promise<string[]> {
    const parts: string[] = []
    for (let path: string | undefined = page; path !== undefined && parts.length < 9;) {
      const part = await look(path)
      parts.push(part)
      path = nextOn(part, list)
    }
    return parts
  }

  const credits = (page: string) =>
    formsOn(page).filter(({ action }) => action.startsWith('/sandbox/unclaimed/credit'))
  const valueOf = (name: string, form: ReturnType<typeof formsOn>[number] | undefined) =>
    form?.fields.find((field) => field.name === name)?.values[0] ?? ''

  test('the transfers of nobody: the largest is reached behind many small ones, and a decision leads back', async () => {
    const rows = all.map((at) => ({
      channel: '',
      source: 'feed' as const,
      reference: `unclaimed${at}`,
      amount: at === 40 ? 900_000 : 100,
      createdAt: timeOf(at),
    }))
    const made = await server.db.insert(incomingTransfers).values(rows).returning()
    const oldest = made.toSorted(
      (one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
    )
    const parts = await partsOf('/sandbox', 'unclaimed')
    expect(parts.flatMap(credits).map((form) => valueOf('id', form))).toEqual(oldest.map(({ id }) => id))
    for (const part of parts) expect(part).toContain(`${ROWS} wait; `)
    expect(parts[1]).toContain('9,000.00')

    const id = valueOf('id', credits(parts[1] ?? '')[0])
    const part = `?unclaimed=${oldest[29]?.id}`
    const place = `/sandbox${part}`
    const credit = (phone: string) => server.submitForm(`/unclaimed/credit${part}`, { id, phone })
    expect(credits((await credit('0')).page).map((form) => valueOf('id', form))).toEqual(
      credits(parts[1] ?? '').map((form) => valueOf('id', form)),
    )
    await addMember(server.db, { username: '0811111111' })
    expect(linksOn((await credit('0811111111')).page)).toContain(place)
    const sentBack = formsOn(parts[1] ?? '').find(
      ({ action }) => action === `/sandbox/unclaimed/return${part}`,
    )
    expect(valueOf('id', sentBack)).toBe(id)
    expect((await server.submitForm(`/unclaimed/return${part}`, { id, listed: '' })).to).toContain(place)
  })

  test('the breaks: the one that ends soonest is the first, and all are reached', async () => {
    const startsAt = server.clock.now()
    const phones = all.map((at) => `09${String(at).padStart(8, '0')}`)
    const ids = await Promise.all(phones.map((username) => addMember(server.db, { username })))
    const rows = ids.map((memberId, at) => ({
      memberId,
      kind: 'break' as const,
      startsAt,
      endsAt: timeOf(at),
    }))
    await server.db.insert(playBreaks).values(rows)
    const parts = await partsOf('/sandbox/limits', 'breaks')
    const seen = parts.map((part) => [...part.matchAll(/<td>(09\d{8})<\/td>/gu)].map(([, phone]) => phone))
    expect(seen.map(({ length }) => length)).toEqual([30, 30, 5])
    expect(seen.flat().toSorted()).toEqual(phones)
    expect(seen[0]?.slice(0, 2).toSorted()).toEqual(phones.slice(0, 2))
    for (const part of parts) expect(part).toContain(`${ROWS} have one; `)
  })
})

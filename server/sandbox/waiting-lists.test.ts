import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { later, MINUTE } from '../clock.ts'
import { incomingTransfers } from '../database/schema/deposits.ts'
import { paidTwice } from '../database/schema/paid-twice.ts'
import { providerTransfers } from '../database/schema/provider-transfers.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { formsOn, linksOn, nextOn } from './test-console-forms.ts'

const WAITING = 65

/** The lists by name, each with the address that the form of a row is sent to. */
const lists = {
  suspected: '/sandbox/suspected/another',
  stuck: '/sandbox/stuck',
  contradicted: '/sandbox/withdrawals/note',
  twice: '/sandbox/paid-twice/note',
} as const
const names = Object.keys(lists) as (keyof typeof lists)[]

describeOnOne('what waits for a person, read in parts', (open) => {
  let server: TestServer
  /** The ids of each, the oldest first. */
  const oldest = {} as Record<keyof typeof lists, string[]>

  beforeAll(async () => {
    server = await openTestServer(open)
    const memberId = await addMember(server.db)
    const { db } = server
    const bank = { bankCode: '014', bankAccountNo: '1', bankAccountName: '' }
    const incoming = { memberId, channel: '', source: 'feed', amount: 100 } as const
    const moving = { memberId, status: 'cancelling', taken: {}, destination: 'PG', reply: '' } as const
    const made: Record<keyof typeof lists, { id: string; at: Date }[]> = {
      suspected: [],
      stuck: [],
      contradicted: [],
      twice: [],
    }
    for (let row = 0; row < WAITING; row += 1) {
      // Always two at one time.
      const at = later(server.clock.now(), (Math.floor(row / 2) - WAITING) * MINUTE)
      const reference = `row ${row}`
      const [held] = await db
        .insert(incomingTransfers)
        .values({ ...incoming, reference, suspectedAt: at })
        .returning()
      const [moved] = await db
        .insert(providerTransfers)
        .values({ ...moving, moves: [], operationId: reference, stuckAt: at })
        .returning()
      const [paid] = await db
        .insert(withdrawals)
        .values({ ...bank, memberId, amount: 100, status: 'settled', contradictedAt: at })
        .returning()
      const sides = await db
        .insert(incomingTransfers)
        .values(['own', 'bank'].map((side) => ({ ...incoming, reference: `${side} ${row}`, creditedAt: at })))
        .returning()
      const [ownId = '', bankId = ''] = sides.map((side) => side.id)
      const [twice] = await db.insert(paidTwice).values({ ownId, bankId, reportedAt: at }).returning()
      made.twice.push({ id: twice?.id ?? '', at })
      made.suspected.push({ id: held?.id ?? '', at })
      made.stuck.push({ id: moved?.id ?? '', at })
      made.contradicted.push({ id: paid?.id ?? '', at })
    }
    for (const list of names)
      oldest[list] = made[list]
        .toSorted((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1))
        .map(({ id }) => id)
  })

  const look = async (path: string) => (await server.app.request(path)).text()
  const shownOf = (list: keyof typeof lists, page: string) => {
    const forms = formsOn(page).filter(({ action }) => action.split('?')[0] === lists[list])
    return [...new Set(forms.map(({ fields }) => fields.find(({ name }) => name === 'id')?.values[0]))]
  }

  test.each(names)('%s: all are reached, the oldest first, and counted', async (list) => {
    const seen: unknown[] = []
    for (let path: string | undefined = '/sandbox'; path !== undefined && seen.length < 99;) {
      const page = await look(path)
      expect(page).toContain(`${WAITING} wait; `)
      seen.push(...shownOf(list, page))
      path = nextOn(page, list)
    }
    expect(seen).toEqual(oldest[list])
  })

  test('the next part of one leaves the others where they are, and every form leads back to all', async () => {
    let place = '/sandbox'
    for (const list of names) place = nextOn(await look(place), list) ?? ''
    const page = await look(place)
    for (const list of names) expect(shownOf(list, page)).toEqual(oldest[list].slice(30, 60))
    const actions = formsOn(page).map(({ action }) => action.split('?')[1])
    expect(new Set(actions)).toEqual(new Set([place.split('?')[1]]))
  })

  test('a transfer of a later part opens, and its forms lead back there', async () => {
    const place = `/sandbox?stuck=${oldest.stuck[29]}`
    const link = linksOn(await look(place)).find((one) => one.includes(oldest.stuck[40] ?? '-')) ?? ''
    const page = await look(link)
    expect(page).toContain('What its games hold')
    expect(shownOf('stuck', page)).toEqual([oldest.stuck[40]])
    expect(formsOn(page).map(({ action }) => action.split('?')[1])).toContain(place.split('?')[1])
    for (const id of ['x', oldest.suspected[0]])
      expect((await server.app.request(`/sandbox/stuck/${id}`)).status).toBe(303)
  })

  test('after a row that waits no more the list begins with its first', async () => {
    const { db } = server
    const [, first = ''] = oldest.stuck
    const stuckAt = { stuckAt: null }
    await db.update(providerTransfers).set(stuckAt).where(eq(providerTransfers.id, first))
    expect(shownOf('stuck', await look(`/sandbox?stuck=${first}`))[0]).toBe(oldest.stuck[0])
  })
})

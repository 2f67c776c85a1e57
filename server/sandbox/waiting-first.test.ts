import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { hashOf } from '../auth/tokens.ts'
import { later, MINUTE } from '../clock.ts'
import { qrCodes, slips, trueLinks } from '../database/schema/deposits.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { formsOn, linksOn, nextOn } from './test-console-forms.ts'

const WAITING = 65

/** Each list, its page, and its rows' form with the field that names a row. */
const lists = {
  qr: ['/sandbox', '/sandbox/qr/credit', 'reference'],
  slips: ['/sandbox/slips', '/sandbox/slips/settle', 'reference'],
  gifts: ['/sandbox/slips', '/sandbox/slips/gift', 'code'],
} as const
const names = Object.keys(lists) as (keyof typeof lists)[]

describeOnOne('a list of the console that begins with what waits', (open) => {
  let server: TestServer
  /** The names of the rows of each, the oldest first. */
  let oldest: Record<keyof typeof lists, string[]>

  beforeAll(async () => {
    server = await openTestServer(open)
    const memberId = await addMember(server.db)
    // Always two at one time.
    const rows = Array.from({ length: WAITING }, (_, at) => {
      const createdAt = later(server.clock.now(), (Math.floor(at / 2) - WAITING) * MINUTE)
      return { memberId, createdAt, name: hashOf(`row ${at}`) }
    })
    const file = { filePath: '', fileHash: '', contentType: '', size: 1 }
    const code = { channel: 'KBANK', amount: 100, payload: '', status: 'late' } as const
    const { db } = server
    for (const { name, ...row } of rows) {
      await db.insert(qrCodes).values({ ...row, ...code, reference: name, expiresAt: row.createdAt })
      await db.insert(slips).values({ ...row, ...file, reference: name, bankReference: `014:${name}` })
      await db.insert(trueLinks).values({ ...row, codeHash: name, walletAccountName: '' })
    }
    const qrs = db.select({ name: qrCodes.reference }).from(qrCodes)
    const uploads = db.select({ name: slips.reference }).from(slips)
    const gifts = db.select({ name: trueLinks.codeHash }).from(trueLinks)
    const namesOf = (found: { name: string }[]) => found.map(({ name }) => name)
    oldest = {
      qr: namesOf(await qrs.orderBy(qrCodes.expiresAt, qrCodes.id)),
      slips: namesOf(await uploads.orderBy(slips.createdAt, slips.id)),
      gifts: namesOf(await gifts.orderBy(trueLinks.createdAt, trueLinks.codeHash)),
    }
  })

  const look = async (path: string) => (await server.app.request(path)).text()
  const formsOf = (list: keyof typeof lists, page: string) =>
    formsOn(page).filter(({ action }) => action.split('?')[0] === lists[list][1])
  const shownOf = (list: keyof typeof lists, page: string) =>
    formsOf(list, page).map(({ fields }) => fields.find(({ name }) => name === lists[list][2])?.values[0])

  test.each(names)('%s: all that wait are reached, the oldest first, and counted', async (list) => {
    const seen: unknown[] = []
    for (
      let path: string | undefined = lists[list][0], parts = 0;
      path !== undefined && parts < 9;
      parts += 1
    ) {
      const page = await look(path)
      expect(page).toContain(`${WAITING} wait; `)
      seen.push(...shownOf(list, page))
      path = nextOn(page, list)
    }
    expect(seen).toEqual(oldest[list])
  })

  test('the next part of one leaves the other where it is, and a form leads back to both', async () => {
    const first = await look(nextOn(await look('/sandbox/slips'), 'slips') ?? '')
    const place = nextOn(first, 'gifts') ?? ''
    const page = await look(place)
    expect([shownOf('slips', page), shownOf('gifts', page)]).toEqual([
      oldest.slips.slice(30, 60),
      oldest.gifts.slice(30, 60),
    ])
    expect(shownOf('slips', await look(nextOn(page, 'gifts') ?? ''))).toEqual(oldest.slips.slice(30, 60))

    for (const [list, fields] of [
      ['slips', { reference: oldest.slips[30], amount: '' }],
      ['gifts', { code: oldest.gifts[30], amount: '', verdict: 'settle' }],
    ] as const) {
      const action = formsOf(list, page)[0]?.action.replace('/sandbox', '') ?? ''
      const submit = (amount: string) =>
        server.submitForm(action, { ...(fields as Record<string, string>), amount })
      const refused = (await submit('')).page
      expect([shownOf('slips', refused), shownOf('gifts', refused)]).toEqual([
        shownOf('slips', page),
        shownOf('gifts', page),
      ])
      expect(linksOn(refused)).toContain(nextOn(page, list))
      const asked = (await submit('10')).page
      expect(linksOn(asked)).toContain(place)
      expect(formsOn(asked).map((form) => form.action)).toEqual([`/sandbox${action}`])
    }
  })

  test.each(['/sandbox?qr=', '/sandbox/slips?slips=', '/sandbox/limits?breaks='])(
    'every form of %s leads back to where it was',
    async (address) => {
      const place = `${address}${randomUUID()}`
      const actions = formsOn(await look(place)).map(({ action }) => action)
      expect(actions).not.toEqual([])
      expect(actions.filter((action) => action.split('?')[1] !== place.split('?')[1])).toEqual([])
    },
  )

  test('an address that names no row shows the beginning', async () => {
    for (const row of ['x', hashOf('none'), '00000000-0000-4000-8000-000000000000'])
      for (const list of names)
        expect(shownOf(list, await look(`${lists[list][0]}?${list}=${row}`))).toEqual(
          oldest[list].slice(0, 30),
        )
  })
})

import { inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { later, MINUTE } from '../../clock.ts'
import { withdrawals } from '../../database/schema/withdrawals.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { openTestServer, type TestServer } from '../../modules/test-server.ts'
import { formsOn, nextOn } from '../test-console-forms.ts'

const WAITING = 65

describeOnOne('the withdrawals on the console', (open) => {
  let server: TestServer
  /** The oldest first. */
  let ids: string[]
  beforeAll(async () => {
    server = await openTestServer(open)
    const memberId = await addMember(server.db)
    const account = { memberId, bankCode: '', bankAccountNo: '', bankAccountName: '', amount: 100 }
    // Always two at one time.
    const createdAt = (at: number) => later(server.clock.now(), (Math.floor(at / 2) - WAITING) * MINUTE)
    // Another process would hand them over meanwhile.
    const leasedUntil = later(server.clock.now(), 60 * MINUTE)
    const rows = Array.from({ length: WAITING }, (_, at) => ({
      ...account,
      leasedUntil,
      createdAt: createdAt(at),
    }))
    const made = await server.db.insert(withdrawals).values(rows).returning()
    ids = made
      .toSorted(
        (one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
      )
      .map(({ id }) => id)
  })

  const look = async (path: string) => (await server.app.request(path)).text()
  const refusals = (page: string) =>
    formsOn(page).filter(({ action }) => action.startsWith('/sandbox/withdrawals/refuse'))
  const valueOf = (name: string, { fields }: ReturnType<typeof formsOn>[number]) =>
    fields.find((field) => field.name === name)?.values[0]

  test('all that wait are reached, the oldest first, and it is said how many they are', async () => {
    const seen: (string | undefined)[] = []
    let path: string | undefined = '/sandbox'
    for (let pages = 0; path !== undefined && pages < 9; pages += 1) {
      const page = await look(path)
      expect(page).toContain(`${WAITING} wait`)
      seen.push(...refusals(page).map((form) => valueOf('id', form)))
      path = nextOn(page, 'withdrawals')
    }
    expect(seen).toEqual(ids)
  })

  test('a decision leads back to the part of the list where it was made', async () => {
    const path = nextOn(await look('/sandbox'), 'withdrawals') ?? ''
    const [form] = refusals(await look(path))
    if (!form) throw new Error('Nothing can be refused')
    const fields = { id: valueOf('id', form) ?? '', shown: 'something else' }
    const refuse = (action: string) => server.submitForm(action.replace('/sandbox', ''), fields)
    expect((await refuse(form.action)).to).toBe(`/sandbox?withdrawals=${ids[29]}&flash=taken`)
    const forged = await refuse('/sandbox/withdrawals/refuse?withdrawals=%26flash=saved')
    expect(forged.to).toBe('/sandbox?flash=taken')
  })

  test('what is decided meanwhile hides none of the others', async () => {
    const path = nextOn(await look('/sandbox'), 'withdrawals') ?? ''
    const decided = ids.slice(20, 31)
    await server.db.update(withdrawals).set({ status: 'settled' }).where(inArray(withdrawals.id, decided))
    const page = await look(path)
    expect(refusals(page).map((form) => valueOf('id', form))).toEqual(ids.slice(31, 61))
    expect(page).toContain(`${WAITING - 11} wait`)
    // As long as there is such a withdrawal.
    for (const after of ['x', '00000000-0000-4000-8000-000000000000'])
      expect(refusals(await look(`/sandbox?withdrawals=${after}`))).toHaveLength(30)
  })
})

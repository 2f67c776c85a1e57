import { beforeAll, expect, test } from 'vitest'
import { hashOf } from '../../auth/tokens.ts'
import { trueLinks } from '../../database/schema/deposits.ts'
import { addMember, describeOnOne } from '../../database/test-database.ts'
import { openTestServer, type TestServer } from '../../modules/test-server.ts'
import { formsOn, nextOn } from '../test-console-forms.ts'

const PHONE = '0811111111'

describeOnOne('the slip that was made last', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
    const memberId = await addMember(server.db, { username: PHONE })
    const rows = Array.from({ length: 40 }, (_, at) => ({
      memberId,
      codeHash: hashOf(`${at}`),
      walletAccountName: '',
    }))
    await server.db.insert(trueLinks).values(rows)
  })

  const look = async (path: string) => (await server.app.request(path)).text()
  const make = (place = '') =>
    server.submitForm(`/slips/make${place}`, { phone: PHONE, amount: '10', bank: 'unknown' })
  const slipIn = (address: string) => new URL(address, 'http://localhost').searchParams.getAll('slip')
  const pictureOn = (page: string) => /\/picture\/([^"]*)\.png/u.exec(page)?.[1]

  test('is shown beside every part of a list, and after every form', async () => {
    const made = (await make()).to ?? ''
    const [slip = ''] = slipIn(made)
    const page = await look(made)
    expect(pictureOn(page)).toBe(slip)

    const next = nextOn(page, 'gifts') ?? ''
    expect(pictureOn(await look(next))).toBe(slip)
    const actions = formsOn(page).map(({ action }) => action)
    expect(actions.filter((action) => slipIn(action)[0] !== slip)).toEqual([])
    const switched = await server.submitForm(`/switches?slip=${slip}`, { name: 'slip:down' })
    expect(pictureOn(await look(switched.to ?? ''))).toBe(slip)
  })

  test('gives way to the next, whose address has no other', async () => {
    const [first = ''] = slipIn((await make()).to ?? '')
    const second = slipIn((await make(`?slip=${first}`)).to ?? '')
    expect(second).toEqual([expect.not.stringContaining(first)])
  })

  test('is none where the address names none that a bank could have made', async () => {
    for (const slip of ['x', '014:', '014:"><script>']) {
      const page = await look(`/sandbox/slips?slip=${encodeURIComponent(slip)}`)
      expect(pictureOn(page)).toBeUndefined()
      expect(formsOn(page).filter(({ action }) => action.includes('slip='))).toEqual([])
    }
  })
})

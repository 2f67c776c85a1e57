import { beforeAll, expect, test } from 'vitest'
import { getSlipLink, listSlips } from '#api/contract/statement.ts'
import { uploadSlip } from '#api/contract/wallet.ts'
import { settings } from '../../database/schema/site.ts'
import { describeOnEach } from '../../database/test-database.ts'
import { type House, openHouse, OPENING, refused, type TestMember } from '../test-house.ts'
import { isClosed } from './slip-hours.ts'

const png = (tail = '') => new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]), tail], 'slip.png')

test.each([
  ['', '', '12:00', false],
  ['10:00', '10:00', '10:00', false],
  ['23:00', '01:00', '23:00', true],
  ['23:00', '01:00', '00:59', true],
  ['23:00', '01:00', '01:00', false],
  ['01:00', '23:00', '12:00', true],
  ['01:00', '23:00', '23:00', false],
  ['25:00', '26:00', '12:00', false],
])('closed from %s until %s, at %s in Bangkok: %s', (from, until, at, closed) => {
  expect(isClosed(from, until, new Date(`2026-01-01T${at}:00+07:00`))).toBe(closed)
})

describeOnEach('slips', (open) => {
  let house: House
  beforeAll(async () => {
    house = await openHouse(open)
  }, OPENING)

  const list = async ({ ask }: TestMember) =>
    (await ask(listSlips, { body: { page: 1, limit: 10 } })).body.slips
  async function uploaded(member: TestMember) {
    const { body } = await member.ask(uploadSlip, { file: png(member.id) })
    return body.reference
  }

  test('is kept, shown to its owner by an address nobody can guess, and credited once it was read', async () => {
    const member = await house.newMember()
    const stranger = await house.newMember()
    const reference = await uploaded(member)
    expect(await list(member)).toMatchObject([{ reference, status: 'PROCESSING', amount: 0, note: '' }])
    expect(await list(stranger)).toEqual([])

    const params = { reference }
    expect(await stranger.ask(getSlipLink, { params })).toMatchObject(refused('NO_DATA', 404))
    const { url } = (await member.ask(getSlipLink, { params })).body
    expect(url).toMatch(/^\/api\/files\/[0-9a-f]{48}\.png$/u)
    const file = await house.app.request(url)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await file.arrayBuffer()).byteLength).toBe(8 + member.id.length)

    const settle = { reference, amount: '250', bankReference: 'ABC1' }
    expect((await house.press('/slips/settle', settle)).to).toContain('said=credited')
    expect((await house.press('/slips/settle', settle)).to).toContain('said=decided')
    expect(await member.wallet()).toBe(25_000)
    expect(await list(member)).toMatchObject([{ status: 'SUCCESS', amount: 250 }])
    await house.expectTrueBooks()
  })

  test('refused with a reason', async () => {
    const member = await house.newMember()
    const reference = await uploaded(member)
    expect((await house.press('/slips/refuse', { reference, reason: 'NOT_A_REASON' })).to).toContain(
      'unknown',
    )
    await house.press('/slips/refuse', { reference, reason: 'EXPIRED_SLIP' })
    expect(await list(member)).toMatchObject([{ status: 'FAILED', note: 'EXPIRED_SLIP', amount: 0 }])
    expect(await member.wallet()).toBe(0)
  })

  test('one bank reference pays once, whoever shows it', async () => {
    const [one, other] = [await house.newMember(), await house.newMember()]
    const settle = async (member: TestMember) =>
      house.press('/slips/settle', { reference: await uploaded(member), amount: '10', bankReference: 'SAME' })
    expect((await settle(one)).to).toContain('said=credited')
    expect((await settle(other)).to).toContain('said=duplicate')
    expect(await list(other)).toMatchObject([{ status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' }])
    expect(await other.wallet()).toBe(0)
  })

  test.each([
    ['no file', undefined, 'SLIP_NO_FILE'],
    ['an empty one', new File([], 'slip.png'), 'SLIP_NO_FILE'],
    [
      'a page that calls itself a picture',
      new File(['<script>'], 'slip.png', { type: 'image/png' }),
      'SLIP_INVALID_FILE',
    ],
    ['a drawing', new File(['<svg/>'], 'slip.svg', { type: 'image/svg+xml' }), 'SLIP_INVALID_FILE'],
  ])('%s', async (_, file, message) => {
    const member = await house.newMember()
    expect(await member.ask(uploadSlip, { file })).toMatchObject(refused(message))
  })

  test('no file is found by another name', async () => {
    for (const name of ['..%2f..%2fpackage.json', 'a.png', `${'0'.repeat(48)}.png`])
      expect((await house.app.request(`/api/files/${name}`)).status).toBe(404)
  })

  test('closed is closed', async () => {
    const value = { enabled: false, closedFrom: '', closedUntil: '' }
    await house.db.insert(settings).values({ key: 'slip', value })
    const member = await house.newMember()
    expect(await member.ask(uploadSlip, { file: png() })).toMatchObject(refused('SLIP_UPLOAD_FAIL'))
  })
})

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { encode } from 'jpeg-js'
import { PNG } from 'pngjs'
import { beforeAll, expect, test } from 'vitest'
import { listSlips } from '#api/contract/statement.ts'
import { getSlipLink } from '#api/contract/slip.ts'
import { uploadSlip } from '#api/contract/slip.ts'
import { slips } from '../../database/schema/deposits.ts'
import { settings } from '../../database/schema/site.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { type TestServer, openTestServer, refused, type TestMember } from '../test-server.ts'
import { slipReasons } from '#api/contract/slip-reasons.ts'

const drawn = (width = 20, height = 20) => new Uint8Array(PNG.sync.write(new PNG({ width, height })))
const asFile = (bytes: BlobPart, name = 'slip.png', type = 'image/png') => new File([bytes], name, { type })
const photo = (() => {
  const data = new Uint8Array(64 * 64 * 4).fill(90)
  return new Uint8Array(encode({ width: 64, height: 64, data }, 80).data)
})()
const bomb = (() => {
  const head = drawn()
  new DataView(head.buffer).setUint32(16, 10_000)
  new DataView(head.buffer).setUint32(20, 6_000)
  return head
})()

describeOnOne('slips', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const list = async ({ request }: TestMember) =>
    (await request(listSlips, { body: { page: 1, limit: 10 } })).body.slips

  /** A slip whose QR was read, but whose transfer the bank does not know yet. */
  async function waiting(member: TestMember, bankReference = `014:${randomUUID()}`) {
    const reference = randomUUID()
    const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
    await server.db.insert(slips).values({ memberId: member.id, reference, bankReference, ...file })
    return reference
  }

  test('is stored, shown to its owner by an unguessable address, and read', async () => {
    const member = await server.newMember()
    const stranger = await server.newMember()
    const picture = drawn()
    const { reference } = (await member.request(uploadSlip, { file: asFile(picture) })).body
    expect(await list(member)).toMatchObject([{ reference, amount: 0 }])
    expect(await list(stranger)).toEqual([])

    const params = { reference }
    expect(await stranger.request(getSlipLink, { params })).toMatchObject(refused('NO_DATA', 404))
    const { url } = (await member.request(getSlipLink, { params })).body
    expect(url).toMatch(/^\/api\/files\/[0-9a-f]{48}\.png$/u)
    const file = await server.app.request(url)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await file.arrayBuffer()).byteLength).toBe(picture.byteLength)
    await expect
      .poll(() => list(member))
      .toMatchObject([{ status: 'FAILED', note: 'IMG_SIZE_UNABLE_TO_PROCESS' }])
  })

  test('the list has ten slips per page, newest first', async () => {
    const member = await server.newMember()
    const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
    const values = Array.from({ length: 12 }, (_, n) => {
      const createdAt = new Date(server.clock.now().getTime() + n)
      return { memberId: member.id, amount: n + 1, reference: randomUUID(), createdAt, ...file }
    })
    await server.db.insert(slips).values(values)
    const page = async (number: number) => {
      const { body } = await member.request(listSlips, { body: { page: number, limit: 10 } })
      return [body.total, body.slips.map(({ amount }) => Math.round(amount * 100))]
    }
    expect(await page(1)).toEqual([12, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]])
    expect(await page(2)).toEqual([12, [2, 1]])
    expect(await page(3)).toEqual([12, []])
  })

  test('a repeated upload is the same slip', async () => {
    const member = await server.newMember()
    const key = randomUUID()
    const [one, other] = [
      await member.request(uploadSlip, { file: asFile(drawn()), key }),
      await member.request(uploadSlip, { file: asFile(drawn()), key }),
    ]
    expect(one.body.reference).toBe(other.body.reference)
    expect(await list(member)).toHaveLength(1)
    const another = await member.request(uploadSlip, { file: asFile(drawn(21)), key })
    expect(another).toMatchObject(refused('IDEMPOTENCY_MISMATCH', 422))
  })

  test('is credited once, with the amount that staff enter', async () => {
    const member = await server.newMember()
    const settle = { reference: await waiting(member), amount: '250' }
    expect((await server.submitSeen('/slips/settle', settle)).to).toContain('flash=credited')
    expect((await server.submitSeen('/slips/settle', settle)).to).toContain('flash=decided')
    expect((await server.submitForm('/slips/refuse', { ...settle, reason: 'INVALID_SLIP' })).to).toContain(
      'decided',
    )
    expect(await member.wallet()).toBe(25_000)
    expect(await list(member)).toMatchObject([{ status: 'SUCCESS', amount: 250 }])
    await server.expectBalancedLedger()
  })

  test('cannot be credited before its QR was read', async () => {
    const member = await server.newMember()
    const reference = await waiting(member)
    await server.db.update(slips).set({ bankReference: null }).where(eq(slips.reference, reference))
    expect((await server.submitSeen('/slips/settle', { reference, amount: '1' })).to).toContain(
      'flash=unread',
    )
    expect(await member.wallet()).toBe(0)
  })

  test.each(slipReasons)('can be refused with %s', async (reason) => {
    const member = await server.newMember()
    const reference = await waiting(member)
    expect((await server.submitForm('/slips/refuse', { reference, reason: 'A_WHIM' })).to).toContain(
      'unknown',
    )
    expect((await server.submitForm('/slips/refuse', { reference, reason })).to).toContain('flash=rejected')
    expect(await list(member)).toMatchObject([{ status: 'FAILED', note: reason, amount: 0 }])
    expect(await member.wallet()).toBe(0)
  })

  test('one bank reference is credited once, for any member and any number of simultaneous slips', async () => {
    const members = await Promise.all([server.newMember(), server.newMember(), server.newMember()])
    const all = await Promise.all(members.map((member) => waiting(member, '014:SAME')))
    const said = await Promise.all(
      all.map((reference) => server.submitSeen('/slips/settle', { reference, amount: '10' })),
    )
    expect(said.map(({ to }) => to).filter((to) => to.includes('flash=credited'))).toHaveLength(1)
    expect(said.map(({ to }) => to).filter((to) => to.includes('flash=duplicate'))).toHaveLength(2)
    const wallets = await Promise.all(members.map((member) => member.wallet()))
    expect(wallets.toSorted((a, b) => b - a)).toEqual([1000, 0, 0])
    const lists = await Promise.all(members.map((member) => list(member)))
    expect(lists.flat().filter(({ note }) => note === 'SLIP_REFNO_DUPLICATED')).toHaveLength(2)
    await server.expectBalancedLedger()
  })

  test.each([
    ['no file', undefined, 'SLIP_NO_FILE', undefined],
    ['an empty one', asFile(''), 'SLIP_NO_FILE', undefined],
    ['text that calls itself a picture', asFile('a slip'), 'SLIP_INVALID_FILE', 'not-a-picture'],
    ['a page', asFile('<!doctype html><script>', 'slip.jpg'), 'SLIP_INVALID_FILE', 'not-a-picture'],
    ['a drawing', asFile('<svg xmlns="x"/>', 'slip.svg', 'image/svg+xml'), 'SLIP_INVALID_FILE', 'drawing'],
    ['a photo cut off', asFile(photo.subarray(0, 300), 'slip.jpg'), 'SLIP_INVALID_FILE', 'cut-off'],
    ['60 megapixels', asFile(bomb), 'SLIP_INVALID_FILE', 'too-many-pixels'],
    ['a moving picture', asFile('GIF89a\u0001\0\u0001\0\0\0\0;'), 'SLIP_INVALID_FILE', 'other-kind'],
  ])('%s', async (_, file, message, reason) => {
    const member = await server.newMember()
    const key = randomUUID()
    for (const attempt of ['first', 'repeated']) {
      const answer = await member.request(uploadSlip, { file, key })
      expect(answer, attempt).toMatchObject({ status: 400, body: { message, ...(reason && { reason }) } })
    }
    expect(await list(member)).toEqual([])
  })

  test('a photo of 12 MiB is accepted, a larger one is refused', async () => {
    const member = await server.newMember()
    const padded = (size: number) => {
      const bytes = new Uint8Array(size)
      bytes.set(photo)
      return asFile(bytes, 'slip.jpg')
    }
    expect((await member.request(uploadSlip, { file: padded(12 * 2 ** 20) })).status).toBe(200)
    expect((await member.request(uploadSlip, { file: padded(13 * 2 ** 20) })).status).toBe(400)
  })

  test('a file has only one address', async () => {
    for (const name of ['..%2f..%2fpackage.json', 'a.png', `${'0'.repeat(48)}.png`])
      expect((await server.app.request(`/api/files/${name}`)).status).toBe(404)
  })

  test('uploads are refused during closing hours, and when slips are switched off', async () => {
    const member = await server.newMember()
    const upload = () => member.request(uploadSlip, { file: asFile(drawn()) })
    const set = (value: object) =>
      server.db.insert(settings).values({ key: 'slip', value }).onConflictDoUpdate({
        target: settings.key,
        set: { value },
      })
    const hour = (shift: number) => {
      const at = new Date(server.clock.now().getTime() + (7 + shift) * 3_600_000)
      return at.toISOString().slice(11, 16)
    }
    await set({ enabled: true, closedFrom: hour(-1), closedUntil: hour(1) })
    const { body } = await upload()
    expect(body).toMatchObject({ message: 'SLIP_UPLOAD_FAIL', reason: 'slips-closed-now' })
    const opens = Date.parse((body as { until?: string }).until ?? '') - server.clock.now().getTime()
    expect(opens).toBeGreaterThan(59 * 60_000 - 1000)
    expect(opens).toBeLessThanOrEqual(60 * 60_000)
    await set({ enabled: true, closedFrom: hour(1), closedUntil: hour(2) })
    expect((await upload()).status).toBe(200)
    await set({ enabled: false, closedFrom: '', closedUntil: '' })
    const closed = { message: 'SLIP_UPLOAD_FAIL', reason: 'slips-closed' }
    expect(await upload()).toMatchObject({ status: 400, body: closed })
  })
})

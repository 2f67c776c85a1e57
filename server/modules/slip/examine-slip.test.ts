import { randomUUID } from 'node:crypto'
import { PNG } from 'pngjs'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { listSlips } from '#api/contract/statement.ts'
import { uploadSlip } from '#api/contract/slip.ts'
import { writeSlipQr } from '#lib/payments/slip-qr.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../clock.ts'
import { transact } from '../../database/query.ts'
import { slips } from '../../database/schema/deposits.ts'
import { members } from '../../database/schema/members.ts'
import { describeOnEmbedded } from '../../database/test-database.ts'
import { receiveTransfer } from '../../deposits/receive-transfer.ts'
import { slipIn } from '../../deposits/test-transfers.ts'
import { examineSlips } from '../../jobs/examine-slips.ts'
import { runJob } from '../../jobs/run-jobs.ts'
import { makeTransfer } from '../../providers/sandbox/transfer-book.ts'
import { drawSlip } from '../../sandbox/deposits/draw-slip.ts'
import { type TestServer, openTestServer, type TestMember } from '../test-server.ts'
import { examineSlip } from './examine-slip.ts'

/** Each picture is read in its own process; in ms. */
const timeoutMs = 60_000

describeOnEmbedded('a slip is looked at', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })
  afterEach(() => vi.useRealTimers())

  /** Makes a transfer at the sandbox's bank, and returns the slip's picture. */
  async function transferred(member: TestMember, form: Record<string, string> = {}) {
    const [row] = await server.db.select().from(members).where(eq(members.id, member.id))
    const { to } = await server.submitForm('/slips/make', {
      phone: row?.username ?? '',
      amount: '100.50',
      ...form,
    })
    const slip = new URL(to, 'http://localhost').searchParams.get('slip')
    const picture = await server.app.request(`/sandbox/slips/picture/${slip}.png`)
    expect(picture.headers.get('content-type')).toBe('image/png')
    return new Uint8Array(await picture.arrayBuffer())
  }
  const upload = async (member: TestMember, picture: Uint8Array<ArrayBuffer>) =>
    (await member.request(uploadSlip, { file: new File([picture], 'slip.png') })).body.reference
  async function outcome(member: TestMember, reference: string) {
    const look = async () => {
      const { body } = await member.request(listSlips, { body: { page: 1, limit: 10 } })
      return body.slips.find((slip) => slip.reference === reference)
    }
    await expect.poll(async () => (await look())?.status, { timeout: timeoutMs }).not.toBe('PROCESSING')
    return look()
  }
  const toggle = (name: string) => server.submitForm('/switches', { name })

  test(
    'paid, and once only: again it is the same deposit to the member, and a duplicate to anybody else',
    async () => {
      const member = await server.newMember()
      const thief = await server.newMember()
      const picture = await transferred(member)
      expect(await outcome(member, await upload(member, picture))).toMatchObject({
        status: 'SUCCESS',
        amount: 100.5,
      })
      expect(await member.wallet()).toBe(10_050)
      expect(server.events).toContainEqual({ memberId: member.id, reason: 'deposit' })
      expect(await outcome(member, await upload(member, picture))).toMatchObject({
        status: 'SUCCESS',
        amount: 100.5,
      })
      expect(await member.wallet()).toBe(10_050)
      expect(await outcome(thief, await upload(thief, picture))).toMatchObject({
        status: 'FAILED',
        note: 'SLIP_REFNO_DUPLICATED',
      })
      expect(await thief.wallet()).toBe(0)
      await server.expectBalancedLedger()
    },
    timeoutMs * 2,
  )

  test.each([
    ['sent to a stranger', { to: 'other' }, 'DEST_ACC_INVALID'],
    ['sent from another account', { from: 'other' }, 'NOT_MATCH'],
    ['sent more than an hour ago', { minutes: '61' }, 'EXPIRED_SLIP'],
  ])('%s', { timeout: timeoutMs }, async (_, form, note) => {
    const member = await server.newMember()
    const reference = await upload(member, await transferred(member, form))
    expect(await outcome(member, reference)).toMatchObject({ status: 'FAILED', note, amount: 0 })
    expect(await member.wallet()).toBe(0)
  })

  const blank = new PNG({ width: 300, height: 300 })
  const plain = new Uint8Array(PNG.sync.write(blank))
  const spoiled = plain.slice().fill(0, 45, 60)
  const slipText = writeSlipQr({ bankNo: '014', reference: '202601021234AbCdEfGh12345' })

  test.each([
    ['no QR', plain, 'INVALID_SLIP'],
    ['a QR of something else', drawSlip('https://example.com'), 'INVALID_SLIP'],
    ['a QR with a wrong check', drawSlip(`${slipText.slice(0, -4)}0000`), 'UNSTABLE_REFNO_ON_SLIP'],
    ['a picture that cannot be unpacked', spoiled, 'CANNOT_READ_CROPPED_IMAGE'],
    [
      'one too small for a QR',
      new Uint8Array(PNG.sync.write(new PNG({ width: 99, height: 400 }))),
      'IMG_SIZE_UNABLE_TO_PROCESS',
    ],
  ])('%s', { timeout: timeoutMs }, async (_, picture, note) => {
    const member = await server.newMember()
    expect(await outcome(member, await upload(member, picture))).toMatchObject({ status: 'FAILED', note })
  })

  test(
    'the bank: captcha after captcha, no answer, and not known yet',
    async () => {
      const member = await server.newMember()
      await toggle('slip:captcha')
      const asked = await outcome(member, await upload(member, await transferred(member)))
      expect(asked).toMatchObject({ status: 'FAILED', note: 'TRIPPLE_WRONG_CAPTCHA' })
      await toggle('slip:captcha')
      await toggle('slip:down')
      const down = await outcome(member, await upload(member, await transferred(member)))
      expect(down).toMatchObject({ status: 'FAILED', note: 'UNKNOW_ERROR' })

      const unknown = await transferred(member, { bank: 'unknown' })
      const reference = await upload(member, unknown)
      const settle = { reference, amount: '75' }
      await expect
        .poll(async () => (await server.submitSeen('/slips/settle', settle)).to, { timeout: timeoutMs })
        .toContain('flash=credited')
      expect(await member.wallet()).toBe(7500)
      await server.expectBalancedLedger()
    },
    timeoutMs * 3,
  )

  test('a bank that never answers is waited for half a minute, and keeps no place from other slips', async () => {
    const { id: memberId } = await server.newMember()
    const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
    const silent = { memberId, reference: 'silent', bankReference: '014:silent', ...file }
    await server.db.insert(slips).values(silent)
    const { providers } = server.context
    const findTransfer = vi.fn<typeof providers.bank.findTransfer>(() => new Promise(() => {}))
    const app = { ...server.context, providers: { ...providers, bank: { ...providers.bank, findTransfer } } }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const examined = examineSlip(app, silent.reference)
    await vi.waitFor(() => expect(findTransfer).toHaveBeenCalledOnce())
    await vi.advanceTimersByTimeAsync(30 * SECOND)
    await examined
    vi.useRealTimers()
    const [slip] = await server.db.select().from(slips).where(eq(slips.reference, silent.reference))
    expect(slip?.status).toBe('PENDING')
  })

  test('a slip that the bank did not know yet waits through captchas, though it could not be uploaded again', async () => {
    const member = await server.newMember()
    const slip = { bankNo: '014', reference: randomUUID().replaceAll('-', '') }
    const reference = await slipIn(server, member.id, `${slip.bankNo}:${slip.reference}`)
    const look = async () => {
      await examineSlip(server.context, reference)
      return (await server.db.select().from(slips).where(eq(slips.reference, reference)))[0]?.status
    }
    const paidAt = server.clock.now()
    expect(await look()).toBe('PENDING')
    server.clock.advance(2 * HOUR)
    await toggle('slip:captcha')
    expect(await look()).toBe('PENDING')
    await toggle('slip:captcha')
    await makeTransfer(server.db, { memberId: member.id, channel: 'KBANK', amount: 7700, paidAt, slip })
    expect(await look()).toBe('SUCCESS')
    expect(await member.wallet()).toBe(7700)
    await server.expectBalancedLedger()
  })

  test('a reference drawn another way, which the bank reads as the same, is the same transfer and pays once', async () => {
    const member = await server.newMember()
    const slip = { bankNo: '004', reference: `016${randomUUID().replaceAll('-', '').toUpperCase()}A` }
    const paidAt = server.clock.now()
    await makeTransfer(server.db, { memberId: member.id, channel: 'KBANK', amount: 7700, paidAt, slip })
    const { providers } = server.context
    const findTransfer = () => providers.bank.findTransfer(slip)
    const app = { ...server.context, providers: { ...providers, bank: { ...providers.bank, findTransfer } } }
    const drawn = [slip.reference, slip.reference.toLowerCase()].map((one) => `004:${one}`)
    for (const bankReference of [...drawn, `014:${slip.reference}`]) {
      const reference = await slipIn(server, member.id, bankReference)
      await examineSlip(app, reference)
      const [row] = await server.db.select().from(slips).where(eq(slips.reference, reference))
      expect(await member.wallet()).toBe(7700)
      expect(row).toMatchObject({ status: 'SUCCESS', amount: 7700, bankReference: drawn[0] })
    }
    await server.expectBalancedLedger()
  })

  test('a reference that a bank has used again is not decided by the old transfer before the bank knows the new one', async () => {
    const [member, other] = [await server.newMember(), await server.newMember()]
    const now = server.clock.now()
    const credited = (paidAt: Date | null) =>
      transact(server.db, async (tx) => {
        const bankReference = { bank: '004', reference: randomUUID().replaceAll('-', '') }
        const report = { source: 'slip', channel: 'SLIP', amount: 5000, ownReference: null } as const
        const of = { memberId: member.id, bankReference, paidAt }
        await receiveTransfer(tx, { ...report, ...of }, { credits: true, now })
        return bankReference.reference
      })
    const shown = async (by: TestMember, reference: string) => {
      const slip = await slipIn(server, by.id, `004:${reference}`)
      const look = async () => {
        await examineSlip(server.context, slip)
        const [row] = await server.db.select().from(slips).where(eq(slips.reference, slip))
        return [row?.status, row?.note ?? row?.amount]
      }
      return { look, first: await look() }
    }
    const used = await credited(later(now, -DAY - 1))
    expect((await shown(other, used)).first).toEqual(['PENDING', 0])
    const again = await shown(member, used)
    expect(again.first).toEqual(['PENDING', 0])
    const slip = { bankNo: '004', reference: used }
    await makeTransfer(server.db, { memberId: member.id, channel: 'KBANK', amount: 7000, paidAt: now, slip })
    expect(await again.look()).toEqual(['SUCCESS', 7000])
    expect(await member.wallet()).toBe(12_000)

    // What the bank still does not know after a day is decided by what is known.
    const forgotten = await credited(later(now, -30 * DAY))
    const { first, look } = await shown(other, forgotten)
    expect(first).toEqual(['PENDING', 0])
    server.clock.advance(DAY + SECOND)
    expect(await look()).toEqual(['FAILED', 'SLIP_REFNO_DUPLICATED'])

    // That of the day is the slip's at once, and so is one that a person settled, which has no time.
    for (const paidAt of [server.clock.now(), later(server.clock.now(), -DAY), null]) {
      const known = await credited(paidAt)
      expect((await shown(other, known)).first).toEqual(['FAILED', 'SLIP_REFNO_DUPLICATED'])
      expect((await shown(member, known)).first).toEqual(['SUCCESS', 5000])
    }
    await server.expectBalancedLedger()
  })

  test(
    'a file that cannot be read now waits, and staff are told which slip',
    async () => {
      const { files } = server.context.providers
      const openFile = vi
        .spyOn(files, 'open')
        .mockRejectedValue(new Error('What is stored needs the key 0123456789abcdef'))
      const member = await server.newMember()
      const picture = await transferred(member)
      const reference = await upload(member, picture)
      const told = () => server.logged.filter((line) => line.includes('slip-not-examined'))
      await expect.poll(told).toHaveLength(1)
      const [slip] = await server.db.select().from(slips).where(eq(slips.reference, reference))
      expect(JSON.parse(told()[0] ?? '')).toMatchObject({
        level: 'error',
        slip: slip?.id,
        message: expect.stringContaining('needs the key 0123456789abcdef'),
      })
      expect(slip?.status).toBe('PENDING')
      openFile.mockRestore()
      server.logged.length = 0
      server.clock.advance(2 * MINUTE)
      await runJob(server.context, examineSlips)
      expect(await outcome(member, reference)).toMatchObject({ status: 'SUCCESS', amount: 100.5 })
    },
    timeoutMs,
  )

  test(
    'a file that is gone, and what the last run left unseen',
    async () => {
      const member = await server.newMember()
      const file = { filePath: `${'0'.repeat(48)}.png`, fileHash: '', contentType: 'image/png', size: 1 }
      await server.db.insert(slips).values({
        memberId: member.id,
        reference: 'gone',
        createdAt: server.clock.now(),
        leasedUntil: server.clock.now(),
        ...file,
      })
      await runJob(server.context, examineSlips)
      expect(await outcome(member, 'gone')).toMatchObject({ note: 'UPLOADED_FILE_NOT_EXIST' })
      await examineSlip(server.context, 'nothing')
      expect(server.logged.filter((line) => line.includes('not-examined'))).toEqual([])
    },
    timeoutMs,
  )
})

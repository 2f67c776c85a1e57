import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { cancelQr, createQr } from '#api/contract/qrcode.ts'
import { HOUR } from '../../clock.ts'
import { auditEvents } from '../../database/schema/audit.ts'
import { qrCodes } from '../../database/schema/deposits.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { openTestServer, type TestServer } from '../../modules/test-server.ts'

describeOnOne('“Let expire” of a QR', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  async function newCode() {
    const member = await server.newMember()
    await member.request(createQr, { params: { code: 'KBANK' }, body: { amount: 100 } })
    const row = async () => (await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, member.id)))[0]
    const reference = (await row())?.reference ?? ''
    const press = async (name: string) => (await server.submitForm(`/qr/${name}`, { reference })).to
    const trail = () =>
      server.db.$count(auditEvents, and(eq(auditEvents.subject, reference), eq(auditEvents.kind, 'qr-ended')))
    return { member, row, press, trail }
  }

  test('ends one that waits, once', async () => {
    const { row, press, trail } = await newCode()
    const presses = [press('expire'), press('expire')]
    expect((await Promise.all(presses)).toSorted()).toEqual([
      '/sandbox?flash=expired',
      '/sandbox?flash=qr-expired',
    ])
    expect([(await row())?.expiresAt, await trail()]).toEqual([server.clock.now(), 1])
    expect(await press('pay')).toContain('flash=late')
  })

  const ends = {
    paid: ({ press }) => press('pay'),
    late: async ({ press }) => {
      await press('expire')
      await press('pay')
    },
    cancelled: async ({ member, row }) => {
      const qrcodeId = (await row())?.id ?? ''
      await member.request(cancelQr, { params: { qrcodeId } })
    },
    expired: async () => server.clock.advance(HOUR),
  } satisfies Record<string, (code: Awaited<ReturnType<typeof newCode>>) => unknown>

  test.each(Object.keys(ends) as (keyof typeof ends)[])(
    'says of one that is %s what it is, and changes nothing',
    async (end) => {
      const code = await newCode()
      await ends[end](code)
      const before = [await code.row(), await code.trail(), await code.member.wallet()]
      server.clock.advance(1000)
      const to = await code.press('expire')
      expect(to).toBe(`/sandbox?flash=qr-${end}`)
      expect([await code.row(), await code.trail(), await code.member.wallet()]).toEqual(before)
      expect(await (await server.app.request(to)).text()).toContain('Nothing was changed: the QR')
    },
  )

  test('knows no other', async () => {
    expect((await server.submitForm('/qr/expire', { reference: 'none' })).to).toBe('/sandbox?flash=unknown')
  })
})

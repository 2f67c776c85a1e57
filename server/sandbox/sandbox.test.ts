import { beforeAll, expect, test } from 'vitest'
import { createQr } from '#api/contract/qrcode.ts'
import { listStatements } from '#api/contract/statement.ts'
import { addMoney } from '#api/contract/wallet.ts'
import { members } from '../database/schema/members.ts'
import { eq } from 'drizzle-orm'
import { describeOnEmbedded } from '../database/test-database.ts'
import { phoneOf } from '../deposits/test-transfers.ts'
import { openTestApp } from '../http/test-app.ts'
import { type TestServer, openTestServer, refused } from '../modules/test-server.ts'

describeOnEmbedded('the sandbox console', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const look = async (path = '') => (await server.app.request(`/sandbox${path}`)).text()

  test('lists SMS with their code, and QR codes with their buttons', async () => {
    await server.context.providers.sms.send({
      to: '0811112222',
      text: 'รหัส OTP ของคุณคือ 123456 <b>(Ref: ABCD)</b>',
    })
    const member = await server.newMember()
    await member.request(createQr, { params: { code: 'KBANK' }, body: { amount: 1234.5 } })
    const page = await look()
    expect(page).toContain('<span class="code" data-code>123456</span>')
    expect(page).toContain('&lt;b&gt;(Ref: ABCD)&lt;/b&gt;')
    expect(page).toContain('1,234.50\u00A0฿')
    expect(page).toContain('>Pay</button>')
    expect(page).toContain('>Let expire</button>')
  })

  test('a transfer arrives by phone number', async () => {
    const member = await server.newMember()
    const phone = await phoneOf(server, member)
    expect((await server.submitForm('/transfers', { phone, amount: '1,500.25' })).to).toBe(
      '/sandbox?flash=added',
    )
    expect(await member.wallet()).toBe(150_025)
    const refused = { amount: { phone, amount: '1e3' }, phone: { phone: '0', amount: '1' } }
    expect((await server.submitForm('/transfers', refused.amount)).page).toContain('that is not an amount')
    expect((await server.submitForm('/transfers', refused.phone)).page).toContain('no member has that phone')
    expect(await member.wallet()).toBe(150_025)
  })

  test('a transfer from a wallet app is credited from two baht on', async () => {
    const member = await server.newMember()
    const phone = await phoneOf(server, member)
    const send = async (amount: string) => {
      const fields = { phone, amount, channel: 'TRUEWALLET' }
      return (await server.submitForm('/transfers', fields)).to
    }
    const statements = async () =>
      (await member.request(listStatements, { body: { page: 1, limit: 10 } })).body.statements
    expect(await send('1.99')).toBe('/sandbox?flash=small')
    expect(await member.wallet()).toBe(0)
    expect(await statements()).toEqual([])
    expect(await send('2')).toBe('/sandbox?flash=added')
    expect(await member.wallet()).toBe(200)
    expect(await statements()).toMatchObject([{ statementType: 'deposit', from: 'TRUEWALLET', amount: 2 }])
    await server.expectBalancedLedger()
  })

  test('a small transfer from a bank account of nobody here is kept, and not called too small', async () => {
    const phone = await phoneOf(server, await server.newMember({ hasBank: false }))
    const sent = await server.submitForm('/transfers', { phone, amount: '1', channel: 'SCB' })
    expect(sent.to).toBe('/sandbox?flash=kept')
  })

  test('another site cannot submit its forms', async () => {
    const fields = { name: 'game:PG' }
    const from = (headers: Record<string, string>) => server.submitForm('/switches', fields, headers)
    expect((await from({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await from({ 'Sec-Fetch-Site': 'same-site' })).status).toBe(403)
    expect((await from({ Origin: 'https://evil.example' })).status).toBe(403)
    expect((await from({ Origin: 'null' })).status).toBe(403)
    expect((await from({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(303)
    expect((await from({ Origin: 'http://localhost' })).status).toBe(303)
    // A program that is not a browser cannot be abused by a foreign page.
    expect((await from({})).status).toBe(303)
  })

  test('a form that is too large is refused with that reason', async () => {
    const { status, page } = await server.submitForm('/texts', { agreements: 'x'.repeat(70_000) })
    expect([status, page]).toEqual([400, expect.stringContaining('at most 64 KiB')])
  })

  test('every page works, and shows no text from a crafted address', async () => {
    for (const path of [
      '',
      '/slips',
      '/games',
      '/wheel',
      '/chat',
      '/texts',
      '/games/PG',
      '/console.css',
      '/console.js',
      '/told.js',
      '/logo.svg',
    ])
      expect((await server.app.request(`/sandbox${path}`)).status).toBe(200)
    expect(await (await server.app.request('/sandbox/console.css')).text()).toContain('--brand-gradient:')
    expect(await look('?flash=<script>')).not.toContain('<script>')
    expect(await look('?flash=constructor')).not.toContain('role="status"')
    expect((await server.app.request('/sandbox/games/CHESS')).status).toBe(404)
  })

  test('with the sandbox off there is nothing of it', async () => {
    const t = await openTestApp(open, {
      settings: {
        SANDBOX: 'off',
        DATABASE_URL: 'postgres://unused',
        PUBLIC_ORIGIN: 'http://localhost',
        DATA_KEYS: 'A'.repeat(43),
      },
    })
    for (const path of ['', '/games/PG', '/slips']) {
      const response = await t.app.request(`/sandbox${path}`)
      expect(await response.text()).not.toContain('Sandbox')
    }
    const { id } = await server.newMember()
    const [row] = await server.db.select().from(members).where(eq(members.id, id))
    if (row) await t.db.insert(members).values(row)
    const request = await t.client(id)
    expect(await request(addMoney, { body: { amount: 1 } })).toMatchObject(refused('UNAUTHORIZED', 403))
    const qr = await request(createQr, { params: { code: 'KBANK' }, body: { amount: 100 } })
    expect(qr).toMatchObject(refused('QR_FAIL'))
  })
})

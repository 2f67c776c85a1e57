import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as contract from '#api/contract/lookup.ts'
import { qrChannels } from '#api/contract/qr-channels.ts'
import { settings } from '../../database/schema/site.ts'
import { addMember, describeOnEmbedded } from '../../database/test-database.ts'
import { type Client, openTestApp, type TestApp } from '../../http/test-app.ts'
import { bankRows } from '../../seed/bank-list.ts'

describeOnEmbedded('lookups', (open) => {
  let t: TestApp
  let request: Client
  let member: Client

  beforeAll(async () => {
    t = await openTestApp(open, { seeded: true })
    request = await t.client()
    member = await t.client(await addMember(t.db))
  })

  test('the banks are those of the site’s country', async () => {
    const { body } = await request(contract.lookupBanks)
    expect(body).toHaveLength(bankRows.filter(({ country }) => country === 'TH').length)
    expect(body).toContainEqual({ code: 'TMB', nameTH: 'ธนาคารทหารไทยธนชาต', nameEN: 'TMBThanachart Bank' })
    const laos = await openTestApp(open, { settings: { LAOS: 'true' }, seeded: true })
    const lao = await (await laos.client())(contract.lookupBanks)
    expect(lao.body.map(({ code }) => code)).toContain('BCEL')
    expect(lao.body.map(({ code }) => code)).not.toContain('KBANK')
  })

  test('only members get the deposit methods', async () => {
    expect((await request(contract.lookupDeposit)).status).toBe(401)
    const { body } = await member(contract.lookupDeposit)
    const ways = body.banks.map(({ bankType, bankCode, mode }) => `${bankType} ${bankCode} ${mode}`)
    expect(ways).toEqual([
      'QR KBANK MANUAL',
      'BANK SCB AUTO',
      'BANK KBANK AUTO',
      'BANK GSB AUTO',
      ...qrChannels.filter((code) => code !== 'KBANK').map((code) => `PAYMENT ${code} AUTO`),
    ])
    expect(body.wallets).toEqual([{ walletAccountName: 'Champa Sandbox', walletAccountNo: '0890001122' }])
    expect(body.isManual).toBe(false)
  })

  test('the withdrawal limits are in baht', async () => {
    expect((await request(contract.lookupWithdraw)).status).toBe(401)
    expect((await member(contract.lookupWithdraw)).body).toEqual({
      withdrawMin: 100,
      withdrawMax: 50_000,
      maxPending: 3,
    })
  })

  test('the texts and switches of the site', async () => {
    expect((await request(contract.lookupInfo)).body).toEqual({ name: 'Champa', website: 'Champa' })
    expect((await request(contract.lookupConditions)).body.conditions).toContain('<li>')
    expect((await request(contract.lookupNotice)).body.notice).toContain('%percentFail%')
    expect((await request(contract.lookupAgreements)).body.length).toBeGreaterThan(0)
    expect((await request(contract.lookupContact)).body).toMatchObject({
      name: '@champa',
      link: 'https://line.me/R/ti/p/%40champa',
      qr: expect.stringMatching(/^data:image\/svg\+xml;base64,/u),
    })
    expect((await request(contract.lookupSources)).body).toContainEqual({ code: 'LINE', description: 'LINE' })
    expect((await request(contract.lookupSlip)).body).toEqual({
      enabled: true,
      closedFrom: '',
      closedUntil: '',
    })
    expect((await request(contract.lookupActive)).body).toEqual({ active: true })
    expect((await request(contract.lookupRegisterOtp)).body).toEqual({ enabled: true })
    // The sandbox has a chat.
    expect((await request(contract.lookupEnableChatWidget)).body).toEqual({ enabled: true })
  })

  test('a setting takes effect by changing its row', async () => {
    await t.db.insert(settings).values({ key: 'active', value: false })
    expect((await request(contract.lookupActive)).body).toEqual({ active: false })
    await t.db.delete(settings).where(eq(settings.key, 'active'))
  })

  test('lookups may be cached and revalidated; a member’s replies may not', async () => {
    expect((await request(contract.lookupBanks)).headers.get('cache-control')).toBe('no-cache')
    expect((await member(contract.lookupWithdraw)).headers.get('cache-control')).toBe('no-store')
  })
})

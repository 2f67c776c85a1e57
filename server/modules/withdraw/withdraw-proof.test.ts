import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { lookupWithdraw } from '#api/contract/lookup.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import * as wallet from '#api/contract/wallet.ts'
import { grantProof } from '../../auth/one-time-codes.ts'
import { writeSetting } from '../../database/settings.ts'
import { describeOnEach } from '../../database/test-database.ts'
import { readSms } from '../otp/test-otp.ts'
import { openTestServer, refused, type TestServer } from '../test-server.ts'

const unproven = refused('UNVERIFIED_OTP')
const done = { status: 200, body: { message: 'SUCCESS' } }
let phones = 0

describeOnEach('a large withdrawal', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
    await writeSetting(server.db, 'withdrawProofAbove', 100_000)
  })

  async function richMember() {
    phones += 1
    const username = `0877${String(phones).padStart(6, '0')}`
    const member = await server.newMember({ wallet: 1_000_000, username })
    const proof = (purpose: 'withdrawal' | 'bank-account' = 'withdrawal') =>
      grantProof(server.db, { phone: username, purpose }, server.clock.now())
    return { ...member, username, proof }
  }

  test('needs a proof above the house’s amount; without one nothing moves', async () => {
    const { request, proof, wallet: held } = await richMember()
    expect((await request(lookupWithdraw)).body.proofAbove).toBe(1000)
    expect(await request(wallet.withdraw, { body: { amount: 1000 } })).toMatchObject(done)
    expect(await request(wallet.withdraw, { body: { amount: 1000.01 } })).toMatchObject(unproven)
    expect(await request(wallet.withdrawAll, { body: { amount: 1000.01 } })).toMatchObject(unproven)
    const other = await richMember()
    for (const otpToken of ['x'.repeat(43), await other.proof(), await proof('bank-account')]) {
      expect(await request(wallet.withdraw, { body: { amount: 2000, otpToken } })).toMatchObject(unproven)
    }
    expect(await held()).toBe(900_000)
    await server.expectBalancedLedger()
  })

  test('one proof is good for one withdrawal, whichever way; eight at once are one', async () => {
    const { request, proof, wallet: held } = await richMember()
    const otpToken = await proof()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        request(n % 2 === 0 ? wallet.withdraw : wallet.withdrawAll, { body: { amount: 2000, otpToken } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await held()).toBe(800_000)
    await server.expectBalancedLedger()
  })

  test('a repeat gets the first answer; a refusal uses no proof up', async () => {
    const { request, proof, wallet: held } = await richMember()
    const otpToken = await proof()
    const short = await request(wallet.withdraw, { body: { amount: 20_000, otpToken } })
    expect(short).toMatchObject(refused('MONEY_NOT_ENOUGH'))
    // Nobody is asked for a proof of what cannot be paid.
    expect(await request(wallet.withdrawAll, { body: { amount: 20_000 } })).toMatchObject(
      refused('MONEY_NOT_ENOUGH'),
    )
    const sent = { body: { amount: 3000, otpToken }, key: randomUUID() }
    expect(await request(wallet.withdraw, sent)).toMatchObject(done)
    expect(await request(wallet.withdraw, sent)).toMatchObject(done)
    expect(await held()).toBe(700_000)
  })

  test('a code is sent for it to the member’s own phone alone', async () => {
    const { request, username, wallet: held } = await richMember()
    const body = { phoneNumber: username, purpose: 'withdrawal' } as const
    expect(await (await server.client())(sendOtp, { body })).toMatchObject(refused('KEY_INVALID'))
    const { otpToken } = (await request(sendOtp, { body })).body
    const { code, text } = await readSms(server.db, username)
    expect(text).toContain('ถอนเงิน')
    const large = { body: { amount: 4000, otpToken } }
    expect(await request(wallet.withdraw, large)).toMatchObject(unproven)
    await request(verifyOtp, { body: { otpToken, otpCode: code } })
    expect(await request(wallet.withdraw, large)).toMatchObject(done)
    expect(await held()).toBe(600_000)
  })
})

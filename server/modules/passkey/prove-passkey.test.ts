import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { updateProfile } from '#api/contract/account.ts'
import { beginPasskeyProof, listPasskeys, provePasskey, removePasskey } from '#api/contract/passkey.ts'
import { DAY } from '../../clock.ts'
import { banks } from '../../database/schema/site.ts'
import { members } from '../../database/schema/members.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { refused } from '../test-server.ts'
import type { Tampering } from '../../auth/test-authenticator.ts'
import { openPasskeyServer } from './test-passkeys.ts'

const refusal = refused('PASSKEY_REFUSED')
let accounts = 0

describeOnOne('a passkey in place of a code', (open) => {
  const server = openPasskeyServer(open)

  async function provingMember() {
    const member = await server.memberWithPasskey({ bankCode: 'SCB', bankAccountName: 'SOMCHAI' })
    server.t.clock.advance(DAY)
    const prove = async (tampered: Tampering = {}, asked?: { challenge: string; rpId: string }) => {
      const options = asked ?? (await member.request(beginPasskeyProof)).body
      const credential = member.passkey.sign(options, tampered)
      return member.request(provePasskey, { body: { credential, purpose: 'bank-account' } })
    }
    const change = async (otpToken?: string) => {
      await server.t.db
        .insert(banks)
        .values({ code: 'SCB', nameTH: 'ไทยพาณิชย์', nameEN: 'SCB', position: 1, country: 'TH' })
        .onConflictDoNothing()
      accounts += 1
      const bankAccountNo = `66${String(accounts).padStart(8, '0')}`
      const body = { name: 'Somchai', bankCode: 'SCB', bankAccountName: 'SOMCHAI', bankAccountNo, otpToken }
      return member.request(updateProfile, { body })
    }
    return { ...member, prove, change }
  }

  test('proves a change of the bank account, once', async () => {
    const { id, prove, change } = await provingMember()
    expect(await change()).toMatchObject(refused('UNVERIFIED_OTP'))
    const { status, body } = await prove()
    expect(status).toBe(200)
    expect((await change(body.otpToken)).status).toBe(200)
    const [member] = await server.t.db.select().from(members).where(eq(members.id, id))
    expect(member?.bankChangedAt).toEqual(server.t.clock.now())
    expect(await change(body.otpToken)).toMatchObject(refused('UNVERIFIED_OTP'))
  })

  test('no more once the passkey is removed', async () => {
    const { request, prove, change } = await provingMember()
    const { otpToken } = (await prove()).body
    const [passkey] = (await request(listPasskeys)).body.passkeys
    expect((await request(removePasskey, { params: { id: passkey?.id ?? '' } })).status).toBe(200)
    expect(await change(otpToken)).toMatchObject(refused('UNVERIFIED_OTP'))
  })

  test('not in the first 24 hours: who stole the password could add one', async () => {
    const { id, request, passkey } = await server.memberWithPasskey()
    server.t.clock.advance(DAY - 1)
    expect(await request(beginPasskeyProof)).toMatchObject(refused('NO_DATA', 404))
    server.t.clock.advance(1)
    const options = (await request(beginPasskeyProof)).body
    expect(options.allowCredentials).toMatchObject([{ id: passkey.credential.id }])
    // A passkey that the member added later is refused.
    const { passkey: young } = await server.add(await server.t.client(id))
    const credential = young.sign(options)
    expect(await request(provePasskey, { body: { credential, purpose: 'bank-account' } })).toMatchObject(
      refusal,
    )
  })

  test.each<[string, Tampering]>([
    ['of another page', { origin: 'https://evil.test' }],
    ['for another site', { rpId: 'evil.test' }],
    ['without verification by the device', { isVerified: false }],
  ])('a signature %s proves nothing', async (_, tampered) => {
    const { prove } = await provingMember()
    expect(await prove(tampered)).toMatchObject(refusal)
  })

  test('neither does another member’s passkey, nor an answer to a sign-in’s challenge', async () => {
    const [one, other] = [await provingMember(), await provingMember()]
    const options = (await one.request(beginPasskeyProof)).body
    expect(await other.prove({}, options)).toMatchObject(refusal)
    const credential = other.passkey.sign((await one.request(beginPasskeyProof)).body)
    expect(await one.request(provePasskey, { body: { credential, purpose: 'bank-account' } })).toMatchObject(
      refusal,
    )
    expect(await one.prove({}, await server.begin())).toMatchObject(refusal)
  })
})

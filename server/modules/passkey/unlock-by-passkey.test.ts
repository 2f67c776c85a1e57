import { expect, test } from 'vitest'
import { beginPasskeyProof, beginUnlock, provePasskey, removePasskey, unlock } from '#api/contract/passkey.ts'
import { DAY, MINUTE } from '../../clock.ts'
import { describeOnEach } from '../../database/test-database.ts'
import type { Tampering } from '../../auth/test-authenticator.ts'
import { refused } from '../test-server.ts'
import { openPasskeyServer } from './test-passkeys.ts'

const refusal = refused('PASSKEY_REFUSED')

describeOnEach('the lock of the app', (open) => {
  const server = openPasskeyServer(open)

  async function lockingMember() {
    const member = await server.memberWithPasskey()
    const ask = async () => (await member.request(beginUnlock)).body
    const answer = async (tampered: Tampering = {}, options?: Awaited<ReturnType<typeof ask>>) => {
      const credential = member.passkey.sign(options ?? (await ask()), tampered)
      return member.request(unlock, { body: { credential } })
    }
    return { ...member, ask, answer }
  }

  test('opens by a passkey of any age, once for each question', async () => {
    const { ask, answer, passkey } = await lockingMember()
    const options = await ask()
    expect(options.allowCredentials).toMatchObject([{ id: passkey.credential.id }])
    expect((await answer({}, options)).status).toBe(200)
    expect(await answer({}, options)).toMatchObject(refusal)
  })

  test('not by a removed one, an unverified owner, another page, or too late', async () => {
    const { request, passkeyId, ask, answer } = await lockingMember()
    expect(await answer({ isVerified: false })).toMatchObject(refusal)
    expect(await answer({ origin: 'https://evil.test' })).toMatchObject(refusal)
    const options = await ask()
    server.t.clock.advance(5 * MINUTE)
    expect(await answer({}, options)).toMatchObject(refusal)
    const waiting = await ask()
    await request(removePasskey, { params: { id: passkeyId } })
    expect(await answer({}, waiting)).toMatchObject(refusal)
    expect(await request(beginUnlock)).toMatchObject(refused('NO_DATA', 404))
  })

  test('not by another member’s passkey', async () => {
    const [one, other] = [await lockingMember(), await lockingMember()]
    expect(await other.answer({}, await one.ask())).toMatchObject(refusal)
  })

  test('an answer to it proves no withdrawal, and the proof of one does not open it', async () => {
    const { request, passkey, ask, answer } = await lockingMember()
    server.t.clock.advance(DAY)
    const credential = passkey.sign(await ask())
    const purpose = 'withdrawal' as const
    expect(await request(provePasskey, { body: { credential, purpose } })).toMatchObject(refusal)
    expect(await answer({}, (await request(beginPasskeyProof)).body)).toMatchObject(refusal)
  })
})

import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { login } from '#api/contract/login.ts'
import {
  addPasskey,
  type Assertion,
  beginPasskey,
  beginPasskeyLogin,
  loginByPasskey,
} from '#api/contract/passkey.ts'
import { createAuthenticator, type Tampering, type TestPasskey } from '../../auth/test-authenticator.ts'
import { members } from '../../database/schema/members.ts'
import { addMember, type Open } from '../../database/test-database.ts'
import { type Client, openTestApp, type TestApp } from '../../http/test-app.ts'

const origin = 'https://champa.example'
export const password = 'ลูกแมว 1234'

/** A server at `origin`, and members with passkeys. */
export function openPasskeyServer(open: Open) {
  let t: TestApp
  let passwordHash: string
  const phone = createAuthenticator(origin)
  beforeAll(async () => {
    t = await openTestApp(open, { settings: { PUBLIC_ORIGIN: origin } })
    passwordHash = await t.context.passwords.hash(password)
  })

  /** A request for this member's new session, which began just now. */
  async function newMember(values = {}) {
    const id = await addMember(t.db, { passwordHash, ...values })
    const [member] = await t.db.select().from(members).where(eq(members.id, id))
    const username = member?.username ?? ''
    const request = await t.client(id)
    return {
      id,
      username,
      request,
      logIn: (given = password) => request(login, { body: { username, password: given } }),
    }
  }

  async function add(request: Client, tampered: Tampering = {}, name = 'โทรศัพท์') {
    const options = await request(beginPasskey, { body: {} })
    const passkey = phone.makePasskey(options.body, tampered)
    const answer = await request(addPasskey, { body: { name, credential: passkey.credential } })
    return { passkey, answer, options: options.body }
  }

  const begin = async () => (await (await t.client())(beginPasskeyLogin)).body
  const send = async (credential: Assertion, headers: Record<string, string> = {}) =>
    (await t.client())(loginByPasskey, { body: { credential }, headers })

  return {
    get t() {
      return t
    },
    phone,
    newMember,
    add,
    begin,
    send,
    async memberWithPasskey(values = {}) {
      const member = await newMember(values)
      const { passkey, answer } = await add(member.request)
      return { ...member, passkey, passkeyId: answer.body.id }
    },
    /** Signs in by the passkey, with what differs from an honest sign-in. */
    enter: async (passkey: TestPasskey, tampered: Tampering = {}) =>
      send(passkey.sign(await begin(), tampered)),
  }
}

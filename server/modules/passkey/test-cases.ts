import { eq } from 'drizzle-orm'
import {
  addPasskey,
  type Assertion,
  beginPasskey,
  beginPasskeyLogin,
  loginByPasskey,
  provePasskey,
  unlock,
} from '#api/contract/passkey.ts'
import { createAuthenticator, type TestPasskey } from '../../auth/test-authenticator.ts'
import { HOUR } from '../../clock.ts'
import { members } from '../../database/schema/members.ts'
import { passkeys } from '../../database/schema/passkeys.ts'
import type { CodeWays, CodeWorld } from '../../http/test-code-world.ts'
import type { OtherOperations } from '../test-money-operation.ts'
import type { TestMember } from '../test-server.ts'

export const otherOperations: OtherOperations = {
  'they change who the member is, or how the member signs in': [
    'addPasskey',
    'renamePasskey',
    'removePasskey',
  ],
}

/** Where the tests' requests come from. */
const phone = createAuthenticator('http://localhost')

const signature = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
const unknown: Assertion = { id: 'A', rawId: 'A', type: 'public-key', response: signature }

async function makePasskey({ request }: Pick<TestMember, 'request'>) {
  const passkey = phone.makePasskey((await request(beginPasskey, { body: {} })).body)
  return {
    ...passkey,
    add: () => request(addPasskey, { body: { name: 'A', credential: passkey.credential } }),
  }
}

/** A member who may sign in by the passkey. */
async function withPasskey({ server }: CodeWorld) {
  const member = await server.newMember()
  const passkey = await makePasskey(member)
  await passkey.add()
  return { ...member, passkey }
}

async function logIn({ visitor }: CodeWorld, passkey: Pick<TestPasskey, 'sign'>, request = visitor) {
  const { body } = await visitor(beginPasskeyLogin)
  return request(loginByPasskey, { body: { credential: passkey.sign(body) } })
}

/** As many passkeys as a member may have. */
async function fill({ server }: CodeWorld, memberId: string) {
  const rows = Array.from({ length: 10 }, (_, n) => ({
    memberId,
    credentialId: `${memberId}-${n}`,
    name: 'A',
  }))
  const key = { publicKey: '', counter: 0, transports: [], isSynced: false }
  await server.db.insert(passkeys).values(rows.map((row) => ({ ...row, ...key })))
}

/** A member who signed in some time ago. */
async function lateMember({ server }: CodeWorld) {
  const member = await server.newMember()
  server.clock.advance(HOUR)
  return member
}

export const codes: CodeWays = {
  beginPasskey: {
    WRONG_PASSWORD: async (world) => (await lateMember(world)).request(beginPasskey, { body: {} }),
    PASSKEY_LIMIT: async (world) => {
      const { id, request } = await world.server.newMember()
      await fill(world, id)
      return request(beginPasskey, { body: {} })
    },
    REQUEST_LIMIT_1MIN: async (world) =>
      world.busy((await lateMember(world)).request.token, ({ request }) =>
        request(beginPasskey, { body: { password: 'secret-1' } }),
      ),
  },
  addPasskey: {
    PASSKEY_REFUSED: async (world) => (await withPasskey(world)).passkey.add(),
    PASSKEY_LIMIT: async (world) => {
      const member = await world.server.newMember()
      const passkey = await makePasskey(member)
      await fill(world, member.id)
      return passkey.add()
    },
  },
  loginByPasskey: {
    PASSKEY_REFUSED: ({ visitor }) => visitor(loginByPasskey, { body: { credential: unknown } }),
    INACTIVE_USER: async (world) => {
      const { id, passkey } = await withPasskey(world)
      await world.server.db.update(members).set({ status: 'inactive' }).where(eq(members.id, id))
      return logIn(world, passkey)
    },
    LOGIN_FAIL: async (world) => {
      const { passkey } = await withPasskey(world)
      return world.broken('', ({ request }) => logIn(world, passkey, request))
    },
    PLAY_BREAK: async (world) => {
      const { id, passkey } = await withPasskey(world)
      await world.pause(id)
      return logIn(world, passkey)
    },
  },
  provePasskey: {
    PASSKEY_REFUSED: async ({ server }) =>
      (await server.newMember()).request(provePasskey, {
        body: { credential: unknown, purpose: 'withdrawal' },
      }),
  },
  unlock: {
    PASSKEY_REFUSED: async ({ server }) =>
      (await server.newMember()).request(unlock, { body: { credential: unknown } }),
  },
}

import { beginPasskey, loginByPasskey } from '#api/contract/passkey.ts'
import { passkeys } from '../../database/schema/passkeys.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import type { OtherOperations } from '../test-money-operation.ts'

export const otherOperations: OtherOperations = {
  'they change who the member is, or how the member signs in': [
    'addPasskey',
    'renamePasskey',
    'removePasskey',
  ],
}

export const codes: CodeWays = {
  PASSKEY_REFUSED: ({ visitor }) => {
    const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
    return visitor(loginByPasskey, {
      body: { credential: { id: 'A', rawId: 'A', type: 'public-key', response } },
    })
  },
  PASSKEY_LIMIT: async ({ server }) => {
    const { id: memberId, request } = await server.newMember()
    const rows = Array.from({ length: 10 }, (_, n) => ({
      memberId,
      credentialId: `${memberId}-${n}`,
      name: 'A',
    }))
    const key = { publicKey: '', counter: 0, transports: [], isSynced: false }
    await server.db.insert(passkeys).values(rows.map((row) => ({ ...row, ...key })))
    return request(beginPasskey, { body: {} })
  },
}

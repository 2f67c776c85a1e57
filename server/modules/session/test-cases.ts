import { eq } from 'drizzle-orm'
import { login } from '#api/contract/login.ts'
import { members } from '../../database/schema/members.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import type { OtherOperations } from '../test-money-operation.ts'

export const otherOperations: OtherOperations = {
  'they change who the member is, or how the member signs in': ['endSession', 'endOtherSessions'],
}

export const codes: CodeWays = {
  WRONG_CREDENTIAL: async ({ visitor, hired }) =>
    visitor(login, { body: { username: (await hired()).username, password: 'wrong' } }),
  INACTIVE_USER: async ({ server, visitor, hired }) => {
    const { username, password } = await hired()
    await server.db.update(members).set({ status: 'inactive' }).where(eq(members.username, username))
    return visitor(login, { body: { username, password } })
  },
  LOGIN_FAIL: async ({ hired, broken }) => {
    const { username, password } = await hired()
    return broken('', ({ request }) => request(login, { body: { username, password } }))
  },
}

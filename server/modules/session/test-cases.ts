import { eq } from 'drizzle-orm'
import { login } from '#api/contract/login.ts'
import { members } from '../../database/schema/members.ts'
import type { Client } from '../../http/test-app.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import type { OtherOperations } from '../test-money-operation.ts'

export const otherOperations: OtherOperations = {
  'they change who the member is, or how the member signs in': ['endSession', 'endOtherSessions'],
}

const enter = (request: Client, { username }: { username: string }, password = 'secret-1') =>
  request(login, { body: { username, password } })

export const codes: CodeWays = {
  login: {
    WRONG_CREDENTIAL: async ({ visitor, hired }) => enter(visitor, await hired(), 'wrong'),
    INACTIVE_USER: async ({ server, visitor, hired }) => {
      const member = await hired()
      const hers = eq(members.username, member.username)
      await server.db.update(members).set({ status: 'inactive' }).where(hers)
      return enter(visitor, member)
    },
    LOGIN_FAIL: async ({ hired, broken }) => {
      const member = await hired()
      return broken('', ({ request }) => enter(request, member))
    },
    REQUEST_LIMIT_1MIN: async ({ hired, busy }) => {
      const member = await hired()
      return busy('', ({ request }) => enter(request, member))
    },
    PLAY_BREAK: async ({ visitor, hired, pauseOwner }) => {
      const member = await hired()
      await pauseOwner(member.username)
      return enter(visitor, member)
    },
  },
}

import { randomUUID } from 'node:crypto'
import { login } from '#api/contract/login.ts'
import { getWallet, withdraw } from '#api/contract/wallet.ts'
import { DAY } from '../clock.ts'
import type { TestMember } from '../modules/test-server.ts'
import type { CodeWays } from './test-code-world.ts'

const take = ({ request }: Pick<TestMember, 'request'>, amount = 100) =>
  request(withdraw, { body: { amount } })

/** For each error code that is no module's own, the calls that make the server answer with it. */
export const generalCodes: CodeWays = {
  UNAUTHORIZED: ({ visitor }) => visitor(getWallet),
  EXPIRED_AUTH_TOKEN: async ({ server }) => {
    const { request } = await server.newMember()
    server.clock.advance(31 * DAY)
    return request(getWallet)
  },
  GONE: ({ visitor, setting }) =>
    setting('active', false, () => visitor(login, { body: { username: '1', password: '1' } })),
  KEY_MISSING: ({ visitor }) => visitor(login, { body: {} as never }),
  KEY_INVALID: async ({ player }) => take(await player(), 1),
  SUCCESS: async ({ player }) => take(await player()),
  IDEMPOTENCY_MISMATCH: async ({ player }) => {
    const { request } = await player()
    const key = randomUUID()
    await request(withdraw, { body: { amount: 100 }, key })
    return request(withdraw, { body: { amount: 200 }, key })
  },
  INTERNAL_SERVER_ERROR: async ({ player, broken }) =>
    broken((await player()).request.token, ({ request }) => take({ request })),
}

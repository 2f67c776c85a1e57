import { randomUUID } from 'node:crypto'
import * as account from '#api/contract/account.ts'
import { activateBonus } from '#api/contract/bonus.ts'
import { login } from '#api/contract/login.ts'
import * as wallet from '#api/contract/wallet.ts'
import { DAY } from '../clock.ts'
import { withdraw } from '../modules/withdraw/test-withdrawals.ts'
import type { CodeWays } from './test-code-world.ts'

/** Codes that are no module's own: of sessions, maintenance, limits of requests and bad input, each of one call. */
export const codes: CodeWays = {
  getWallet: {
    UNAUTHORIZED: ({ visitor }) => visitor(wallet.getWallet),
    EXPIRED_AUTH_TOKEN: async ({ server }) => {
      const { request } = await server.newMember()
      server.clock.advance(31 * DAY)
      return request(wallet.getWallet)
    },
  },
  login: {
    GONE: ({ visitor, setting }) =>
      setting('active', false, () => visitor(login, { body: { username: '1', password: '1' } })),
    KEY_MISSING: ({ visitor }) => visitor(login, { body: {} as never }),
  },
  activateBonus: {
    NO_DATA: async ({ player }) => (await player()).request(activateBonus, { params: { code: 'NO_SUCH' } }),
  },
  validateAccount: {
    OK: async ({ visitor, registration }) => visitor(account.validateAccount, { body: await registration() }),
  },
  withdraw: {
    REQUEST_LIMIT: async ({ player }) => {
      const member = await player()
      for (let n = 0; n < 3; n += 1) await withdraw(member)
      return withdraw(member)
    },
    INTERNAL_SERVER_ERROR: async ({ player, broken }) =>
      broken((await player()).request.token, ({ request }) => withdraw({ request })),
    KEY_INVALID: async ({ player }) => withdraw(await player(), 1),
    SUCCESS: async ({ player }) => withdraw(await player()),
    IDEMPOTENCY_MISMATCH: async ({ player }) => {
      const { request } = await player()
      const key = randomUUID()
      await request(wallet.withdraw, { body: { amount: 100 }, key })
      return request(wallet.withdraw, { body: { amount: 200 }, key })
    },
  },
}

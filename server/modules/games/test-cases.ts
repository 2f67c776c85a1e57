import { activateGame, getGameAccount, resetGamePassword } from '#api/contract/wallet.ts'
import type { CodeWays } from '../../http/test-code-world.ts'

const slot = { params: { slot: 'PG' } }

export const otherOperations = {
  'they change the account at a game, and crash.test.ts has them besides': [
    'activateGame',
    'resetGamePassword',
  ],
}

export const codes: CodeWays = {
  SLOT_ALREADY_ACTIVE: async ({ player }) => (await player()).request(activateGame, slot),
  SLOT_ACTIVATE_FAIL: async ({ server, armed }) => {
    const { request } = await server.newMember()
    return armed('game:PG', () => request(activateGame, slot))
  },
  SLOT_NO_ACCOUNT: async ({ server }) => (await server.newMember()).request(getGameAccount, slot),
  SLOT_RESET_PASSWORD_FAIL: async ({ armed, player }) => {
    const { request } = await player()
    return armed('game:PG', () => request(resetGamePassword, slot))
  },
}

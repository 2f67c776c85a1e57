import { eq } from 'drizzle-orm'
import * as gameAccount from '#api/contract/game-account.ts'
import { gameResults } from '../../database/schema/games.ts'
import type { Due } from '../../database/test-due.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import type { OtherOperations } from '../test-money-operation.ts'

export const otherOperations: OtherOperations = {
  'they change the account at a game, and crash.test.ts has them besides': [
    'activateGame',
    'resetGamePassword',
  ],
}

export const due: readonly Due[] = [
  { table: gameResults, of: (memberId) => eq(gameResults.memberId, memberId) },
]

const slot = { params: { slot: 'PG' } }
const noGame = { params: { slot: 'CHESS' } }

export const codes: CodeWays = {
  getGameAccount: {
    SLOT_NO_ACCOUNT: async ({ server }) =>
      (await server.newMember()).request(gameAccount.getGameAccount, slot),
    NO_GAME: async ({ player }) => (await player()).request(gameAccount.getGameAccount, noGame),
  },
  activateGame: {
    SLOT_ALREADY_ACTIVE: async ({ player }) => (await player()).request(gameAccount.activateGame, slot),
    SLOT_ACTIVATE_FAIL: async ({ server, armed }) => {
      const { request } = await server.newMember()
      return armed('game:PG', () => request(gameAccount.activateGame, slot))
    },
    NO_GAME: async ({ player }) => (await player()).request(gameAccount.activateGame, noGame),
  },
  resetGamePassword: {
    SLOT_NO_ACCOUNT: async ({ server }) =>
      (await server.newMember()).request(gameAccount.resetGamePassword, slot),
    SLOT_RESET_PASSWORD_FAIL: async ({ armed, player }) => {
      const { request } = await player()
      return armed('game:PG', () => request(gameAccount.resetGamePassword, slot))
    },
    NO_GAME: async ({ player }) => (await player()).request(gameAccount.resetGamePassword, noGame),
  },
}

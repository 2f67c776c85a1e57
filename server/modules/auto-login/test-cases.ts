import { autoLogin } from '#api/contract/auto-login.ts'
import { getGameAccount } from '#api/contract/game-account.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import type { TestMember } from '../test-server.ts'

async function enter({ request }: TestMember, game = 'pg', username = 'nobody') {
  return request(autoLogin, { params: { game, username } })
}

export const codes: CodeWays = {
  autoLogin: {
    NO_GAME: async ({ player }) => enter(await player(), 'chess'),
    SLOT_NO_ACCOUNT: async ({ server }) => enter(await server.newMember()),
    WRONG_CREDENTIAL: async ({ player }) => enter(await player()),
    GAME_ACTIVATION_FAIL: async ({ armed, player }) => {
      const member = await player()
      const { username } = (await member.request(getGameAccount, { params: { slot: 'PG' } })).body
      return armed('game:PG', () => enter(member, 'pg', username))
    },
  },
}

import { autoLogin } from '#api/contract/auto-login.ts'
import { getGameAccount } from '#api/contract/wallet.ts'
import type { CodeWays } from '../../http/test-code-world.ts'

export const codes: CodeWays = {
  GAME_ACTIVATION_FAIL: async ({ armed, player }) => {
    const { request } = await player()
    const { username } = (await request(getGameAccount, { params: { slot: 'PG' } })).body
    return armed('game:PG', () => request(autoLogin, { params: { game: 'pg', username } }))
  },
}

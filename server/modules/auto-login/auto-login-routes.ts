import { autoLogin, autoLoginGames, autoLoginWithPassword } from '#api/contract/auto-login.ts'
import { ApiError } from '../../http/api-error.ts'
import { route, type Route } from '../../http/route.ts'
import { isSameText } from '../../auth/tokens.ts'
import { mapProviderFailure } from '../../providers/map-provider-failure.ts'
import { ProviderFailure } from '../../providers/provider-failure.ts'
import { readPassword, requireAccount } from '../games/game-account.ts'

/** The whole address of a provider's link. Whatever opens no page in a browser is no link. */
function addressOf(link: string, origin: string): string {
  if (!/^(?:\/|https?:\/\/)/iu.test(link) || !URL.canParse(link, origin))
    throw new ProviderFailure('It gave no link')
  return new URL(link, origin).href
}

export const routes: readonly Route[] = [
  route(autoLogin, async ({ app, db, member, params, origin }) => {
    const game = autoLoginGames.find((name) => name === params.game.toLowerCase())
    if (!game) throw new ApiError('NO_GAME')
    const account = await requireAccount(db, member.id, game.toUpperCase())
    const { password } = params
    const wantsPassword = password !== undefined || autoLoginWithPassword.has(game)
    const isTheirs =
      isSameText(params.username, account.username) &&
      (!wantsPassword || isSameText(password ?? '', readPassword(app.keys, account)))
    if (!isTheirs) throw new ApiError('WRONG_CREDENTIAL')

    const { gameCode, username } = account
    const link = await mapProviderFailure(
      'GAME_ACTIVATION_FAIL',
      app.providers.games
        .launchLink({ gameCode, memberId: member.id, username })
        .then((told) => addressOf(told, origin)),
    )
    return { link }
  }),
]

import * as v from 'valibot'
import { memberCall } from './call.ts'

/** The games that open through a signed link, in lower case as in the address. */
export const autoLoginGames = [
  'pg',
  'betflix',
  'askmebet',
  'imi',
  'usun',
  'areaslot',
  'circus',
  'slotracha',
  'pgslot',
  'joker2',
  'huayhd',
] as const
export type AutoLoginGame = (typeof autoLoginGames)[number]

/** These refuse a link without the game account's password; no other link may carry it. */
export const autoLoginWithPassword: ReadonlySet<AutoLoginGame> = new Set(['joker2', 'huayhd'])

/** A short-lived link that signs the member in at the provider once: never stored, logged or cached. */
export const autoLogin = memberCall('autoLogin', 'GET /api/autoLogin/:game/:username/:password?', {
  reply: v.object({ link: v.pipe(v.string(), v.nonEmpty()) }),
  errors: ['NO_GAME', 'SLOT_NO_ACCOUNT', 'WRONG_CREDENTIAL', 'GAME_ACTIVATION_FAIL'],
})

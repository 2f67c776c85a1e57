import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { addition } from './fields.ts'

const gameAccount = v.object({
  username: v.string(),
  password: v.string(),
  /** The game is still being asked to take this password, or may have taken another one that is asked for no more. */
  unconfirmed: addition(v.optional(v.picklist(['asking', 'doubtful']))),
  /** Extra hidden fields of one provider's sign-in form. */
  event: v.nullish(v.record(v.string(), v.string())),
})
export type GameAccount = v.InferOutput<typeof gameAccount>

export const getGameAccount = memberCall('getGameAccount', 'GET /api/wallet/account/:slot', {
  reply: gameAccount,
  errors: ['SLOT_NO_ACCOUNT', 'NO_GAME'],
})

export const activateGame = operation('activateGame', 'GET /api/wallet/activate/:slot', {
  reply: gameAccount,
  errors: ['SLOT_ALREADY_ACTIVE', 'SLOT_ACTIVATE_FAIL', 'NO_GAME'],
})

export const resetGamePassword = operation('resetGamePassword', 'GET /api/wallet/resetpassword/:slot', {
  reply: gameAccount,
  errors: ['SLOT_NO_ACCOUNT', 'SLOT_RESET_PASSWORD_FAIL', 'NO_GAME'],
})

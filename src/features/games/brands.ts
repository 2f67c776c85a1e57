import { type AutoLoginGame, autoLoginWithPassword } from '#api/contract/auto-login.ts'

type LaunchMethod =
  /** The server returns a link that signs the member in. */
  | { by: 'link'; game: AutoLoginGame; withPassword: boolean }
  /** The provider's own sign-in page receives username and password as a posted form. */
  | { by: 'form'; withEvent: boolean }
  /** Only the game's address. */
  | { by: 'address' }

const link = (game: AutoLoginGame): LaunchMethod => ({
  by: 'link',
  game,
  withPassword: autoLoginWithPassword.has(game),
})
const form: LaunchMethod = { by: 'form', withEvent: false }

/** How each game brand is opened, by the game's code. A new brand is one line here. */
const brands: ReadonlyMap<string, LaunchMethod> = new Map([
  ['PG', link('pg')],
  ['BETFLIX', link('betflix')],
  ['ASKMEBET', link('askmebet')],
  ['IMI', link('imi')],
  ['USUN', link('usun')],
  ['AREASLOT', link('areaslot')],
  ['CIRCUS', link('circus')],
  ['SLOTRACHA', link('slotracha')],
  ['PGSLOT', link('pgslot')],
  ['JOKER2', link('joker2')],
  ['HUAYHD', link('huayhd')],
  ['JOKER', form],
  ['SEXYGAME', form],
  ['SUPERSLOT', form],
  ['SLOTXO', form],
  ['UFABET', { by: 'form', withEvent: true }],
])

/** A code that is not listed opens by its address. */
export function launchMethod(code: string): LaunchMethod {
  return brands.get(code.toUpperCase()) ?? { by: 'address' }
}

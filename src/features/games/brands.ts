import { autoLoginGames, type AutoLoginGame } from '#api/contract/auto-login.ts'

export type LaunchMethod =
  /** The server hands out a link that signs the member in. */
  | { by: 'link'; game: AutoLoginGame; withPassword: boolean }
  /** The provider's own sign-in page takes username and password as a posted form. */
  | { by: 'form'; withEvent: boolean }
  /** The game's address alone. */
  | { by: 'address' }

/** These refuse the link without the password; no other may ever carry it in an address. */
const wantPassword: ReadonlySet<AutoLoginGame> = new Set(['joker2', 'huayhd'])

const links = autoLoginGames.map((game): [string, LaunchMethod] => [
  game.toUpperCase(),
  { by: 'link', game, withPassword: wantPassword.has(game) },
])

/** How each game brand is entered, by the game's code. A new brand is one line here. */
const brands: ReadonlyMap<string, LaunchMethod> = new Map([
  ...links,
  ['JOKER', { by: 'form', withEvent: false }],
  ['SEXYGAME', { by: 'form', withEvent: false }],
  ['SUPERSLOT', { by: 'form', withEvent: false }],
  ['SLOTXO', { by: 'form', withEvent: false }],
  ['UFABET', { by: 'form', withEvent: true }],
])

/** Any code without a line of its own opens by its address. */
export function launchMethod(code: string): LaunchMethod {
  return brands.get(code.toUpperCase()) ?? { by: 'address' }
}

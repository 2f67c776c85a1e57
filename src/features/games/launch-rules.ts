import type { AutoLoginGame } from '#api/contract/auto-login.ts'
import type { GameAccount, GameSlot } from '#api/contract/wallet.ts'
import { launchMethod } from './brands.ts'

/** What opens in the new tab. */
export type Destination =
  | { kind: 'address'; href: string }
  | { kind: 'form'; action: string; fields: [name: string, value: string][] }

/** What has to be done to know it. */
export type LaunchPlan =
  | { kind: 'link'; params: { game: AutoLoginGame; username: string; password?: string } }
  | Destination
  | { kind: 'nowhere' }

/** Only http and https are ever opened: an address from outside may be `javascript:` or an app's own scheme. */
export function webAddress(text: string): string | null {
  try {
    const url = new URL(text)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  } catch {
    return null
  }
}

/** Username and password go over https, or to this very server: the sandbox plays the providers. */
function signInAddress(text: string): string | null {
  const href = webAddress(text)
  if (!href) return null
  const { protocol, origin } = new URL(href)
  return protocol === 'https:' || origin === globalThis.location?.origin ? href : null
}

export function needsAccount(code: string): boolean {
  return launchMethod(code).by !== 'address'
}

export function planLaunch(slot: Pick<GameSlot, 'code' | 'web'>, account?: GameAccount): LaunchPlan {
  const method = launchMethod(slot.code)
  if (method.by === 'link') {
    if (!account) return { kind: 'nowhere' }
    const { username, password } = account
    return {
      kind: 'link',
      params: { game: method.game, username, ...(method.withPassword && { password }) },
    }
  }

  const href = pageOf(slot)
  if (!href) return { kind: 'nowhere' }
  if (method.by === 'address') return { kind: 'address', href }
  if (!account) return { kind: 'nowhere' }

  const event = method.withEvent ? account.event : null
  const { username, password } = account
  return { kind: 'form', action: href, fields: Object.entries({ ...event, username, password }) }
}

function pageOf({ code, web }: Pick<GameSlot, 'code' | 'web'>): string | null {
  return launchMethod(code).by === 'form' ? signInAddress(web) : webAddress(web)
}

/** True where the member can play in the browser at all. */
export function opensOnWeb(slot: Pick<GameSlot, 'code' | 'web'>): boolean {
  return launchMethod(slot.code).by === 'link' || pageOf(slot) !== null
}

import type { AutoLoginGame } from '#api/contract/auto-login.ts'
import type { GameSlot } from '#api/contract/wallet.ts'
import type { GameAccount } from '#api/contract/game-account.ts'
import { env } from '#lib/env.ts'
import { webAddress } from '#lib/network/outside-address.ts'
import { readUrl } from '#lib/network/read-url.ts'
import { launchMethod } from './brands.ts'

/** What opens in the new tab. */
export type Destination =
  | { kind: 'address'; href: string }
  | { kind: 'form'; action: string; fields: [name: string, value: string][] }

/** How to find out what opens. */
export type LaunchPlan =
  | { kind: 'link'; params: { game: AutoLoginGame; username: string; password?: string } }
  | Destination
  | { kind: 'nowhere' }

/** App stores, where a game's own app is installed. The app's own scheme is set at build time (`VITE_APP_SCHEMES`). */
const storeSchemes = new Set(['market', 'itms-apps', 'itms-services'])

/** The link to a game's app: a web page, an app store or one of the app schemes that this build allows; otherwise undefined. */
export function appAddress(text: string): string | undefined {
  const href = webAddress(text)
  const url = readUrl(text)
  if (href || !url) return href
  const scheme = url.protocol.slice(0, -1)
  return storeSchemes.has(scheme) || env.appSchemes.includes(scheme) ? url.href : undefined
}

/** Username and password are sent only over https, or to this very server, because the sandbox plays the providers. */
function signInAddress(text: string): string | undefined {
  const href = webAddress(text)
  if (!href) return undefined
  const { protocol, origin } = new URL(href)
  return protocol === 'https:' || origin === globalThis.location?.origin ? href : undefined
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

function pageOf({ code, web }: Pick<GameSlot, 'code' | 'web'>): string | undefined {
  return launchMethod(code).by === 'form' ? signInAddress(web) : webAddress(web)
}

/** True if the game can be played in the browser. */
export function opensOnWeb(slot: Pick<GameSlot, 'code' | 'web'>): boolean {
  return launchMethod(slot.code).by === 'link' || pageOf(slot) !== undefined
}

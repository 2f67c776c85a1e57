import { queryOptions } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { autoLogin } from '#api/contract/auto-login.ts'
import { type GameSlot } from '#api/contract/wallet.ts'
import { getGameAccount } from '#api/contract/game-account.ts'
import { gameAccountKey } from '#data/game-account-key.ts'
import { webAddress } from '#lib/network/outside-address.ts'
import { type Destination, type LaunchPlan, needsAccount, planLaunch } from './launch-rules.ts'

/** Username and password at the provider: fetched while they are shown, and removed from memory right after. */
export const gameAccountQueryOptions = (code: string) =>
  queryOptions({
    queryKey: [...gameAccountKey, code],
    meta: { persist: false },
    queryFn: ({ signal }) => request(getGameAccount, { params: { slot: code }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  })

/** Where the game opens for this member, fetched past every cache. Undefined if there is no address that may be opened. */
export async function findDestination(slot: GameSlot): Promise<Destination | undefined> {
  const { code } = slot
  const account = needsAccount(code) ? await request(getGameAccount, { params: { slot: code } }) : undefined
  return destinationOf(planLaunch(slot, account))
}

async function destinationOf(plan: LaunchPlan): Promise<Destination | undefined> {
  if (plan.kind === 'nowhere') return undefined
  if (plan.kind !== 'link') return plan
  const { link } = await request(autoLogin, { params: plan.params })
  const href = webAddress(link)
  return href ? { kind: 'address', href } : undefined
}

import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { request } from '#api/client.ts'
import { getWallet, refreshSlots, type UserWallet } from '#api/contract/wallet.ts'
import { readToken, tokenArea } from '#api/token.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { readStored, writeStored } from '#lib/storage.ts'
import { keptMark } from './kept-mark.ts'
import { confirmSession } from './session.ts'

const storedTime = v.pipe(v.number(), v.finite())
const storedWallet = v.object({
  ...getWallet.reply.entries,
  keptFor: v.pipe(
    v.string(),
    v.check((mark) => mark === keptMark()),
  ),
})

/** The wallet with the games in it. `dataUpdatedAt` says how old it is. */
export const walletQueryOptions = queryOptions({
  queryKey: ['wallet'],
  queryFn: ({ signal }) => request(getWallet, { signal }).then(synced),
  // What the phone kept may be from before the money last moved, however young it is: it is asked for anew at once.
  staleTime: ({ state }) => (state.dataUpdateCount === 0 ? -Infinity : 15_000),
  initialData: lastWallet,
  initialDataUpdatedAt: lastSync,
})

let refreshing: { token: string | undefined; answer: Promise<UserWallet> } | undefined

/** However many places ask for it, one refresh is under way at a time. */
function refreshOnce(): Promise<UserWallet> {
  const token = readToken()
  if (refreshing && refreshing.token === token) return refreshing.answer
  const asked = { token, answer: request(refreshSlots, {}).then(synced) }
  refreshing = asked
  const end = () => {
    if (refreshing === asked) refreshing = undefined
  }
  asked.answer.then(end, end)
  return asked.answer
}

/** Asks every game provider for its balance anew. */
export function useRefreshWallet() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: refreshOnce,
    meta: { silent: true },
    onSuccess: (wallet) => queryClient.setQueryData(walletQueryOptions.queryKey, wallet),
  })
}

export function invalidateWallet(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: walletQueryOptions.queryKey })
}

/** When the wallet was last heard of, by the phone's clock, in ms; undefined: never. */
export function lastSync(): number | undefined {
  return readStored(storageKeys.lastSync, storedTime, tokenArea())
}

/** The last wallet stays on the phone as long as the session does, and is shown at once with its age. */
function synced(wallet: UserWallet): UserWallet {
  const area = tokenArea()
  confirmSession()
  if (area) {
    writeStored(storageKeys.userInfo, { ...wallet, keptFor: keptMark() }, area)
    writeStored(storageKeys.lastSync, Date.now(), area)
  }
  return wallet
}

/** The wallet as it was last heard of, from this phone. */
export function lastWallet(): UserWallet | undefined {
  const area = tokenArea()
  return area && readStored(storageKeys.userInfo, storedWallet, area)
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { getPush, type PushPreferences, savePushPreferences } from '#api/contract/push.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { pushObstacle, pushSubscription } from './push.ts'
import { subscribe, unsubscribe } from './subscription.ts'

/** What the member is notified of, and whether this browser can be and is. Only for a backend that has announced the extension. */
export const pushQueryOptions = queryOptions({
  queryKey: ['push'],
  meta: { persist: false },
  queryFn: async ({ signal }) => {
    const settings = await request(getPush, { signal })
    const obstacle = await pushObstacle()
    const subscription = obstacle ? undefined : await pushSubscription(settings.publicKey)
    // Both must know of it: the browser may have ended it, or the session in which it was made.
    const isOn = settings.subscription !== null && subscription !== undefined
    /** `shown` are the preferences with the changes that are on their way. */
    return { ...settings, shown: settings.preferences, obstacle, isOn }
  },
  // The browser's own settings may have changed meanwhile.
  staleTime: 0,
})

/** Switches this browser's notifications on or off. Gives why they stay off, if they do. */
export function useSwitchPush(publicKey: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (isOn: boolean) => (isOn ? subscribe(publicKey) : unsubscribe(publicKey)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushQueryOptions.queryKey }),
  })
}

/** Saves the preferences, one change after the other. What could not be saved shows as it was before, also where nothing can be fetched. */
export function useSavePreferences() {
  const queryClient = useQueryClient()
  const { queryKey } = pushQueryOptions
  const mutationKey = ['push-preferences']
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'push-preferences' },
    // A backend that takes no single change gets it with the others as they are saved when its turn comes.
    mutationFn: async (change: Partial<PushPreferences>) => {
      const known = queryClient.getQueryData(queryKey)
      if (!known) return
      const preferences = { ...known.preferences, ...change }
      await request(savePushPreferences, { body: hasExtension('push-changes') ? change : preferences })
      queryClient.setQueryData(queryKey, (now) => now && { ...now, preferences })
    },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(
        queryKey,
        (known) => known && { ...known, shown: { ...known.shown, ...change } },
      )
    },
    onSettled: () => {
      // This one still counts. After the last one nothing shows that is not saved; until then a fetch would take away what is on its way.
      if (queryClient.isMutating({ mutationKey }) > 1) return undefined
      queryClient.setQueryData(queryKey, (known) => known && { ...known, shown: known.preferences })
      // Another device may have changed the other settings meanwhile.
      return queryClient.invalidateQueries({ queryKey })
    },
  })
  return mutate
}

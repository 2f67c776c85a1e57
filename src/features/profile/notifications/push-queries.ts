import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '#api/client.ts'
import { getPush, type PushPreferences, savePushPreferences } from '#api/contract/push.ts'
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
    return { ...settings, obstacle, isOn: settings.subscription !== null && subscription !== undefined }
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

/** Saves the preferences, one change after the other. What could not be saved shows as it was before. */
export function useSavePreferences() {
  const queryClient = useQueryClient()
  const { queryKey } = pushQueryOptions
  const { mutate } = useMutation({
    scope: { id: 'push-preferences' },
    // The call saves every choice: this change is sent with the others as they are when its turn comes.
    mutationFn: async (change: Partial<PushPreferences>) => {
      const known = queryClient.getQueryData(queryKey)
      if (known) await request(savePushPreferences, { body: { ...known.preferences, ...change } })
    },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(
        queryKey,
        (known) => known && { ...known, preferences: { ...known.preferences, ...change } },
      )
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return mutate
}

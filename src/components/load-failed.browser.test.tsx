import { afterEach, expect, test } from 'vitest'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { LoadFailed } from './load-failed.tsx'
import { renderScreen } from './test-screen.tsx'

afterEach(() => store.set(connectionAtom, 'online'))

test('says that the phone is offline, and what could not be loaded once it is online again', async () => {
  store.set(connectionAtom, 'offline')
  const screen = await renderScreen(
    <LoadFailed
      queries={[{ isFetching: false, refetch: () => undefined }]}
      title="The list could not be loaded"
    />,
  )
  await expect.element(screen.getByText('You are offline')).toBeVisible()
  store.set(connectionAtom, 'online')
  await expect.element(screen.getByText('The list could not be loaded')).toBeVisible()
})

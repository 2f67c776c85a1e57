import type { UseQueryResult } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { LoadFailed } from './load-failed.tsx'
import { renderScreen } from './test-screen.tsx'

afterEach(() => store.set(connectionAtom, 'online'))

const query = (error: ApiError) => ({ error, isFetching: false, refetch: vi.fn<UseQueryResult['refetch']>() })
const show = (error: ApiError) =>
  renderScreen(<LoadFailed queries={[query(error)]} title="The list could not be loaded" />)

test('says that the phone is offline, whatever the question failed of, and what it failed of once it is online again', async () => {
  store.set(connectionAtom, 'offline')
  const screen = await show(new ApiError('refused', { code: 'INTERNAL_SERVER_ERROR', status: 500 }))
  await expect.element(screen.getByText('You are offline')).toBeVisible()
  store.set(connectionAtom, 'online')
  await expect.element(screen.getByText('The list could not be loaded')).toBeVisible()
})

test('says so too where the question alone has noticed it', async () => {
  const screen = await show(new ApiError('offline', { code: 'OFFLINE' }))
  await expect.element(screen.getByText('You are offline')).toBeVisible()
})

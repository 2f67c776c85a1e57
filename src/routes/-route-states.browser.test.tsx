import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { registerOtpQueryOptions } from '#data/site/site-config-queries.ts'
import { lost, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { RouteFailed } from './-route-states.tsx'

afterEach(() => {
  store.set(connectionAtom, 'online')
  vi.unstubAllGlobals()
})

const renderPage = (Page: ComponentType) =>
  renderScreen(
    <RouterProvider
      router={
        createRouter({
          routeTree: createRootRoute({
            staticData: { title: null },
            component: () => (
              <Suspense>
                <Page />
              </Suspense>
            ),
          }),
          defaultErrorComponent: RouteFailed,
          history: createMemoryHistory({ initialEntries: ['/'] }),
        }) as never
      }
    />,
  )

test('a page with a part whose file could not be had shows it after “Try again”', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new Error('no line'))
    .mockResolvedValue(() => 'The list of banks')
  const Banks = lazyPart(load)
  const screen = await renderPage(Banks)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('The list of banks')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a page that could not be had comes by itself when the connection is back', async () => {
  store.set(connectionAtom, 'offline')
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new Error('no line'))
    .mockResolvedValue(() => 'The list of banks')
  const screen = await renderPage(lazyPart(load))
  await expect.element(screen.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  store.set(connectionAtom, 'back')
  await expect.element(screen.getByText('The list of banks')).toBeVisible()
})

test('in a network without internet, which the browser takes for a connection, a page says that the phone is offline', async () => {
  store.set(connectionAtom, 'offline')
  const screen = await renderPage(lazyPart(() => Promise.reject(new Error('no line'))))
  await expect.element(screen.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect
    .element(screen.getByText(/^This page has not been opened on this phone before\./u))
    .toBeVisible()
})

test.each([
  ['offline', 'You are offline', 'Please check the connection and try again.'],
  ['online', 'This page could not be shown', 'Your money is safe. Please try again.'],
] as const)('a page whose call failed does not call itself new: %s', async (is, title, text) => {
  store.set(connectionAtom, is)
  stubBackend({ '/api/lookup/registerOTP': lost })
  const screen = await renderPage(function Asking() {
    useSuspenseQuery(registerOtpQueryOptions)
    return null
  })
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(screen.getByText(text)).toBeVisible()
})

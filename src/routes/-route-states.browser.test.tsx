import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#data/test-screen.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { RouteFailed } from './-route-states.tsx'

test('a page with a part whose file could not be had shows it after “Try again”', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new Error('no line'))
    .mockResolvedValue(() => 'The list of banks')
  const Banks = lazyPart(load)
  const router = createRouter({
    routeTree: createRootRoute({
      staticData: { title: null },
      component: () => (
        <Suspense>
          <Banks />
        </Suspense>
      ),
    }),
    defaultErrorComponent: RouteFailed,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const screen = await renderScreen(<RouterProvider router={router as never} />)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('The list of banks')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

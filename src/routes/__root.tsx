import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { PageFrame } from './-page-frame.tsx'
import { SiteMissing } from './-route-states.tsx'

/** What the app provides to the routes. */
interface RouterContext {
  queryClient: QueryClient
}

export const Route = createRootRouteWithContext<RouterContext>()({
  staticData: { title: null },
  component: Root,
  notFoundComponent: SiteMissing,
})

function Root() {
  return (
    <I18nProvider i18n={i18n}>
      <PageFrame>
        <Outlet />
      </PageFrame>
    </I18nProvider>
  )
}

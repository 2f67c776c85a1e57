import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { sessionAtom } from '#data/session/session.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { VisitorLayout } from './-layouts/visitor-layout.tsx'
import { loadOutsideNotice } from './-outside-notice.tsx'
import { ModalHost, useAllowedModal } from './-modals/modal-host.tsx'
import { visitorSearch } from './-modals/modal-search.ts'
import { visitorModals } from './-modals/visitor-modals.tsx'

export const Route = createFileRoute('/_visitor')({
  validateSearch: visitorSearch,
  // A visitor who was sent to sign in may register instead, or look for help first.
  search: { middlewares: [({ search, next }) => ({ redirect: search.redirect, ...next(search) })] },
  staticData: { title: null },
  loader: loadOutsideNotice,
  component: Visitor,
})

const LivingSessionDialog = lazyPart(
  async () => (await import(/* offline */ './-living-session.tsx')).LivingSessionDialog,
)

/** A visitor's page: an open session is ended, once its member agrees. */
function Visitor() {
  const search = useAllowedModal(visitorModals, Route.useSearch())
  const { latestLocation } = useRouter()
  // A session that begins on this page has already navigated away, even if the next page has not rendered yet.
  const asks = useAtomValue(sessionAtom) && !latestLocation.pathname.startsWith('/user')
  return (
    <VisitorLayout>
      <Outlet />
      {asks ? (
        <Suspense>
          <LivingSessionDialog />
        </Suspense>
      ) : (
        <ModalHost modals={visitorModals} search={search} />
      )}
    </VisitorLayout>
  )
}

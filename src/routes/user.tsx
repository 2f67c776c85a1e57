import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import type * as Persistence from '#data/query-persistence.ts'
import { followMoney } from '#data/wallet/money-watch.ts'
import { isSignedIn, lateLogout } from '#data/session/session.ts'
import { followQrs } from '#data/deposit/waiting-qrs.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { MemberLayout } from './-layouts/member-layout.tsx'
import { MemberModals, prefetchModal } from './-modals/member-modals.tsx'
import { modalSearch } from './-modals/modal-search.ts'
import { loadOutsideNotice } from './-outside-notice.tsx'
import { loadStorageNotice } from './-storage-notice.tsx'

let persistence: typeof Persistence | undefined

export const Route = createFileRoute('/user')({
  validateSearch: modalSearch,
  staticData: { title: null, asks: ['/api/wallet'] },
  beforeLoad: async ({ context, location }) => {
    if (!isSignedIn()) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
    // Fetched now, because a member who signs out offline could not fetch it then. Nothing waits for it.
    void lateLogout()
    // Before any page's loader: a query that starts without its persisted data would be reset to nothing if cancelled. Imported
    // lazily, because static imports of this file are in every visitor's first load; and once, because an import of what is loaded
    // still takes tasks of the browser's, and a tap would wait for them.
    persistence ??= await import(/* offline */ '#data/query-persistence.ts')
    await persistence.persistQueries(context.queryClient)
  },
  loader: async ({ context, location, cause }) => {
    followQrs(context.queryClient)
    followMoney(context.queryClient)
    void context.queryClient.prefetchQuery(walletQueryOptions)
    if (cause === 'enter') prefetchModal(location.search, context.queryClient)
    // These notices stand above the page. They are loaded before the layout shows, because later they would push the page down.
    await Promise.all([loadOutsideNotice(), loadStorageNotice()])
  },
  component: Member,
})

function Member() {
  return (
    <MemberLayout>
      <Outlet />
      <MemberModals />
    </MemberLayout>
  )
}

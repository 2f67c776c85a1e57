import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { signOut } from '#data/session.ts'
import { ChatBubble } from './-chat-entry.tsx'
import { ChatSheet } from './-chat-modal.tsx'
import { ModalBoundary } from './-modal-boundary.tsx'
import { visitorModalSearch } from './-modal-search.ts'
import { PendingSheet } from './-pending-sheet.tsx'
import { useModal } from './-use-modal.ts'

export const Route = createFileRoute('/_visitor')({
  validateSearch: visitorModalSearch,
  staticData: { title: null },
  // Who comes here is a visitor: a session that is still open ends. Not in beforeLoad, which a mere hover runs too.
  onEnter: () => signOut(),
  loader: ({ context }) => context.layouts.Visitor.preload?.(),
  component: Visitor,
})

function Visitor() {
  const layouts = Route.useRouteContext({ select: (context) => context.layouts })
  const { open } = Route.useSearch()
  const { close } = useModal()
  return (
    <layouts.Visitor>
      <Outlet />
      <ChatBubble />
      {open === 'chat' && (
        <ModalBoundary>
          <Suspense fallback={<PendingSheet />}>
            <ChatSheet onClose={close} />
          </Suspense>
        </ModalBoundary>
      )}
    </layouts.Visitor>
  )
}

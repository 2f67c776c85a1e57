import { createFileRoute, Outlet } from '@tanstack/react-router'
import { signOut } from '#data/session.ts'
import { ChatBubble } from './-chat-entry.tsx'
import { chatModal } from './-chat-modal.tsx'
import { ModalHost } from './-modal-host.tsx'
import { visitorModalSearch } from './-modal-search.ts'

export const Route = createFileRoute('/_visitor')({
  validateSearch: visitorModalSearch,
  staticData: { title: null },
  // Who comes here is a visitor: a session that is still open ends. Not in beforeLoad, which a mere hover runs too.
  onEnter: () => signOut(),
  loader: ({ context }) => context.layouts.Visitor.preload?.(),
  component: Visitor,
})

const modals = { chat: chatModal }

function Visitor() {
  const layouts = Route.useRouteContext({ select: (context) => context.layouts })
  return (
    <layouts.Visitor>
      <Outlet />
      <ChatBubble />
      <ModalHost modals={modals} search={Route.useSearch()} />
    </layouts.Visitor>
  )
}

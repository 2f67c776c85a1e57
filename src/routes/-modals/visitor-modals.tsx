import type { VisitorModalName } from './modal-search.ts'
import { createModal, type Modal } from './modal.tsx'

declare module './modal-search.ts' {
  interface VisitorModalNames {
    chat: true
  }
}

/** The modals of the visitors' pages, which the members' have too. */
export const visitorModals = {
  chat: createModal({
    load: () => import('#features/chat/chat-sheet.tsx'),
    render: ({ ChatSheet }, { close }) => <ChatSheet onClose={close} />,
    ofChat: true,
  }),
} satisfies Record<VisitorModalName, Modal>

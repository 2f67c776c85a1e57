import { createModal } from './-modal.tsx'

/** The chat of visitors and members, loaded when somebody opens it. */
export const chatModal = createModal({
  load: () => import(/* online only */ '#features/chat/chat-sheet.tsx'),
  render: ({ ChatSheet }, { close }) => <ChatSheet onClose={close} />,
})

import { addTexts } from '#i18n/activate.ts'
import { lazySheet } from './-lazy-sheet.tsx'

/** The chat and all it needs come when somebody opens it. */
export const ChatSheet = lazySheet(async () => {
  const [{ ChatSheet: Sheet }] = await Promise.all([
    import('#features/chat/chat-sheet.tsx'),
    addTexts('chat'),
  ])
  return Sheet
})

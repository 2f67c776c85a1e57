import { lazy } from 'react'
import { addTexts } from '#i18n/activate.ts'

/** The chat and all it needs come when somebody opens it. */
export const ChatSheet = lazy(async () => {
  const [{ ChatSheet: Sheet }] = await Promise.all([
    import('#features/chat/chat-sheet.tsx'),
    addTexts('chat'),
  ])
  return { default: Sheet }
})

import { lazy } from 'react'
import { addTexts } from '#i18n/activate.ts'

/** The slips on their way, where that screen can be had: without a line it is there only if it was used before. */
export const WaitingSlips = lazy(async () => {
  try {
    const [{ WaitingSlips: Slips }] = await Promise.all([
      import('#features/deposit/slip/outbox/waiting-slips.tsx'),
      addTexts('member'),
    ])
    return { default: Slips }
  } catch {
    return { default: () => null }
  }
})

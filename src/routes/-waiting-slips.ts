import { lazy } from 'react'

/** The slips on their way, where that screen can be had: without a line it is there only if it was used before. */
export const WaitingSlips = lazy(async () => {
  try {
    const file = await import(/* online only */ '#features/deposit/slip/outbox/waiting-slips.tsx')
    return { default: file.WaitingSlips }
  } catch {
    return { default: () => null }
  }
})

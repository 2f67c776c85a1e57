import { lazy } from 'react'

/** The slips that wait to be sent, if their chunk can be loaded: offline only if it was used before. */
export const WaitingSlips = lazy(async () => {
  try {
    const file = await import(/* online only */ '#features/deposit/slip/outbox/waiting-slips.tsx')
    return { default: file.WaitingSlips }
  } catch {
    return { default: () => null }
  }
})

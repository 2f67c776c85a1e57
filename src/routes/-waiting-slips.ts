import { optionalPart } from '#ui/lazy-part.tsx'

/** The slips that wait to be sent, if their chunk can be loaded: offline only if it was used before. */
export const OptionalWaitingSlips = optionalPart(
  async () => (await import('#features/deposit/slip/outbox/waiting-slips.tsx')).WaitingSlips,
)

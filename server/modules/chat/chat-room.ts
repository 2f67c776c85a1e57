import { Refusal } from '../../http/refusal.ts'
import { isUuid } from '../../http/uuid.ts'
import type { Member } from '../../auth/sessions.ts'

/** A guest's room, by the random UUID that only he knows; undefined where it is none. */
export const guestRoom = (guestId: unknown): string | undefined =>
  typeof guestId === 'string' && isUuid(guestId) ? guestId.toLowerCase() : undefined

/**
 * Whose conversation a call is about: the member's own, or a guest's. A member's id is never taken from the body, so nobody reads
 * another's chat by naming him.
 */
export function chatOwner(
  member: Member | undefined,
  { userId, guestId }: { userId?: string | undefined; guestId?: string | undefined },
): string {
  if (member) {
    if (userId && userId !== member.id) throw new Refusal('UNAUTHORIZED', 403)
    return member.id
  }
  // Nobody at all may be a member whose token has ended.
  if (userId || !guestId) throw new Refusal('UNAUTHORIZED')
  const room = guestRoom(guestId)
  if (room === undefined) throw new Refusal('KEY_INVALID')
  return room
}

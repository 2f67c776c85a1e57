import { Refusal } from '../../http/refusal.ts'
import { isUuid } from '../../http/uuid.ts'
import type { Member } from '../session/sessions.ts'

/**
 * Whose conversation a call is about: the member's own, or a guest's, who is known by a UUID that only he has. A
 * member's id is never taken from the body, so nobody reads another's chat by naming him.
 */
export function chatOwner(
  member: Member | undefined,
  { userId, guestId }: { userId?: string | undefined; guestId?: string | undefined },
): string {
  if (member) {
    if (userId && userId !== member.id) throw new Refusal('UNAUTHORIZED', 403)
    return member.id
  }
  if (userId) throw new Refusal('UNAUTHORIZED')
  if (!guestId || !isUuid(guestId)) throw new Refusal('KEY_INVALID')
  return guestId.toLowerCase()
}

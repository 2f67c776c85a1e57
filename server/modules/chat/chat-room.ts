import { ApiError } from '../../http/api-error.ts'
import type { Member } from '../../auth/sessions.ts'
import { guestRoom } from '../../realtime/rooms.ts'

/**
 * Whose conversation a call is about: the member's own, or a guest's. A member's id is never taken from the body, so nobody can
 * read another's chat by naming him.
 */
export function chatOwner(
  member: Member | undefined,
  { userId, guestId }: { userId?: string | undefined; guestId?: string | undefined },
): string {
  if (member) {
    if (userId && userId !== member.id) throw new ApiError('UNAUTHORIZED', 403)
    return member.id
  }
  // A caller without ids may be a member whose token has expired.
  if (userId || !guestId) throw new ApiError('UNAUTHORIZED')
  const room = guestRoom(guestId)
  if (room === undefined) throw new ApiError('KEY_INVALID')
  return room
}

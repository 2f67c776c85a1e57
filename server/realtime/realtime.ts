import type { ChatMessage, ReadEvent } from '#api/contract/chat.ts'

/** Why a member's money changed: a hint for the app's log, which asks for the wallet again in any case. */
type WalletReason = 'deposit' | 'withdraw' | 'transfer' | 'game' | 'bonus' | 'invite' | 'refund' | 'luckydraw'

export interface Realtime {
  /** Tells the member's open apps to ask for the wallet again. Call it after the commit. */
  walletChanged(memberId: string, reason: WalletReason): void
  /** To everybody in the room: a member's or guest's id without the prefix. */
  message(roomOf: string, message: ChatMessage): void
  /** To the customer's own tabs and phones: how far he has read. */
  read(roomOf: string, event: ReadEvent): void
  /** Hangs up on sessions that have ended, by their tokens' hashes. */
  signedOut(sessions: readonly string[]): void
}

/** What a room's name begins with; the app learns it from the chat's config. */
export const ROOM_PREFIX = 'champa-'

export const roomOf = (id: string): string => `${ROOM_PREFIX}${id}`

/** The message is for the person who starts the server. */
export class RedisUnavailable extends Error {
  override name = 'RedisUnavailable'
}

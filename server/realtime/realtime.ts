import type { ChatMessage, ReadEvent } from '#api/contract/chat.ts'

/**
 * Why a member's money changed: a hint for the app's log, which asks for the wallet again in any case. `missed`: it changed
 * while nobody listened.
 */
export type WalletReason =
  | 'deposit'
  | 'withdraw'
  | 'transfer'
  | 'game'
  | 'bonus'
  | 'invite'
  | 'refund'
  | 'luckydraw'
  | 'missed'

/** What concerns a member's money and sessions, for every open app of theirs. */
export interface MemberEvents {
  /** Tells the member's open apps to ask for the wallet again. Call it after the commit. */
  walletChanged(memberId: string, reason: WalletReason): void
  /** Hangs up on sessions that have ended, by their tokens' hashes. */
  signedOut(sessions: readonly string[]): void
}

export interface ChatEvents {
  /** To everybody in the room: a member's or guest's id without the prefix. */
  message(roomOf: string, message: ChatMessage): void
  /** To the customer's own tabs and phones: how far he has read. */
  read(roomOf: string, event: ReadEvent): void
}

export interface Listener {
  memberId: string
  /** The bearer token's hash. */
  session: string
  /** The id of the last event that was heard; undefined at the first time. */
  lastEventId?: number | undefined
}

export interface Realtime extends MemberEvents, ChatEvents {
  /** The member's events as server-sent ones. Throws an ApiError where the member has too many of them open. */
  listen(listener: Listener): ReadableStream<Uint8Array>
}

/** What a room's name begins with; the app learns it from the chat's config. */
export const ROOM_PREFIX = 'champa-'

export const roomOf = (id: string): string => `${ROOM_PREFIX}${id}`

/** The message is for the person who starts the server. */
export class RedisUnavailable extends Error {
  override name = 'RedisUnavailable'
}

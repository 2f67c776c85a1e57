import type { ChatMessage, ReadEvent } from '#api/contract/chat.ts'

/**
 * Why a member's money changed: a hint for the app's log; the app fetches the wallet in any case. `missed`: it changed while
 * nobody listened.
 */
export const walletReasons = [
  'deposit',
  'withdraw',
  'transfer',
  'game',
  'bonus',
  'invite',
  'refund',
  'luckydraw',
  'missed',
] as const
export type WalletReason = (typeof walletReasons)[number]

/** Events about a member's money and sessions, for all of the member's open apps. */
export interface MemberEvents {
  /** Makes the member's open apps fetch the wallet again. Call it after the commit. */
  walletChanged(memberId: string, reason: WalletReason): void
  /** Disconnects ended sessions, by their tokens' hashes. */
  signedOut(sessions: readonly string[]): void
}

export interface ChatEvents {
  /** Sends it to everybody in the room. `roomOf`: a member's or guest's id without the prefix. */
  message(roomOf: string, message: ChatMessage): void
  /** Reports to the customer's own tabs and phones the last message that the customer has read. */
  read(roomOf: string, event: ReadEvent): void
}

export interface Listener {
  memberId: string
  /** The bearer token's hash. */
  session: string
  address: string
  /** The id of the last received event; undefined on the first connection. */
  lastEventId?: number | undefined
}

export interface Realtime extends MemberEvents, ChatEvents {
  /** Opens a stream of the member's server-sent events. Throws an ApiError if the member or the address has too many open. */
  listen(listener: Listener): ReadableStream<Uint8Array>
}

/** The prefix of every room's name; the app learns it from the chat's config. */
export const ROOM_PREFIX = 'champa-'

export const roomOf = (id: string): string => `${ROOM_PREFIX}${id}`

/** The message is for the person who starts the server. */
export class RedisUnavailable extends Error {
  override name = 'RedisUnavailable'
}

import * as v from 'valibot'
import { qrChannels } from '#api/contract/qr-channels.ts'

/** Every modal's name in the address. What each is stands in one record of a table (-member-modals.tsx). */
export const modalNames = [
  'deposit',
  'withdraw',
  'transfer',
  'invite',
  'refund',
  'conditions',
  'menu',
  'game',
  'bonus',
  'slip',
  'slips',
  'password',
  'activity',
  'bank-name',
  'spin',
  'agreements',
  'chat',
] as const
export type ModalName = (typeof modalNames)[number]

const code = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))), undefined)

/** Which modal lies over a member's page: in the address, so that the back button closes it and a link can open it. */
export const modalSearch = v.object({
  open: v.fallback(v.optional(v.picklist(modalNames)), undefined),
  /** Where a deposit by QR begins. */
  channel: v.fallback(v.optional(v.picklist(qrChannels)), undefined),
  /** The game whose account is open. */
  game: code,
  /** The bonus whose offer is open. */
  bonus: code,
  /** Where a transfer starts. */
  from: code,
  /** Another app shared the slip. */
  shared: v.fallback(v.optional(v.literal('1')), undefined),
})
export type ModalSearch = v.InferOutput<typeof modalSearch>

/** Takes every parameter of a modal out of the address. */
export const noModal: ModalSearch = Object.fromEntries(
  Object.keys(modalSearch.entries).map((name) => [name, undefined]),
)

/** What lies over a visitor's page: only the chat. */
export const visitorModalSearch = v.object({
  open: v.fallback(v.optional(v.literal('chat')), undefined),
})

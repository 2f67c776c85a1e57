import * as v from 'valibot'
import { qrChannels } from '#api/contract/qr-channels.ts'

/** The visitors' modals by their names in the address. The members have them too. */
export const visitorModalNames = ['chat'] as const
export type VisitorModalName = (typeof visitorModalNames)[number]

/** Every modal's name in the address. Each is described by one record of a table (member-modals.tsx, visitor-modals.tsx). */
export const modalNames = [
  ...visitorModalNames,
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
  'notifications',
  'bank-name',
  'spin',
  'agreements',
] as const
export type ModalName = (typeof modalNames)[number]

const code = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))), undefined)

/** A link of the manifest's protocol, such as `web+champa:deposit`, comes whole from the browser. */
const withoutProtocol = v.pipe(
  v.string(),
  v.transform((link) => link.replace(/^.*[:/]/, '')),
)

/**
 * The open modal of a member's page. It is in the address, so that the Back button closes it and a link can open it. No page has a parameter
 * of one of these names: `noModal` would take it away.
 */
export const modalSearch = v.object({
  open: v.fallback(v.optional(v.pipe(withoutProtocol, v.picklist(modalNames))), undefined),
  /** The channel of a deposit by QR. */
  channel: v.fallback(v.optional(v.picklist(qrChannels)), undefined),
  /** The game whose account is shown. */
  game: code,
  /** The bonus whose offer is shown. */
  bonus: code,
  /** The source of a transfer. */
  source: code,
  /** The slip was shared by another app. */
  shared: v.fallback(v.optional(v.literal('1')), undefined),
})
export type ModalSearch = v.InferOutput<typeof modalSearch>

/** Removes every modal parameter from the address. */
export const noModal: ModalSearch = Object.fromEntries(
  Object.keys(modalSearch.entries).map((name) => [name, undefined]),
)

/** What the address of every visitor's page may say. */
export const visitorSearch = v.object({
  open: v.fallback(v.optional(v.picklist(visitorModalNames)), undefined),
  /** Where to go after the sign-in: `safeRedirect` says whether it may be followed. */
  redirect: v.fallback(v.optional(v.string()), undefined),
})

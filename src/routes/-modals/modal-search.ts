import * as v from 'valibot'
import { qrChannels } from '#api/contract/qr-channels.ts'

/** The names of the visitors' modals in the address, declared by visitor-modals.tsx. */
export interface VisitorModalNames {}
/** The names of those that only members have, declared by member-modals.tsx. */
export interface MemberModalNames {}
export type VisitorModalName = keyof VisitorModalNames
export type ModalName = VisitorModalName | keyof MemberModalNames

const code = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))), undefined)

/**
 * A modal's name. A link of the manifest's protocol, such as `web+champa:deposit`, comes whole from the browser. Whether there is a modal of
 * this name is known only where the tables of modals are loaded, which not every page does: by any other word `modalOf` finds none.
 */
const nameOf = <Name extends ModalName>() =>
  v.fallback(
    v.optional(
      v.pipe(
        v.string(),
        v.transform((link) => link.replace(/^.*[:/]/, '') as Name),
        v.regex(/^[a-z-]+$/),
      ),
    ),
    undefined,
  )

/**
 * The open modal of a member's page. It is in the address, so that the Back button closes it and a link can open it. No page has a parameter
 * of one of these names: `noModal` would take it away.
 */
export const modalSearch = v.object({
  open: nameOf<ModalName>(),
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
  open: nameOf<VisitorModalName>(),
  /** Where to go after the sign-in: `safeRedirect` says whether it may be followed. */
  redirect: v.fallback(v.optional(v.string()), undefined),
})

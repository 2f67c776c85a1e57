import type { Context } from 'hono'
import { isRowNumber } from '../database/columns.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { isUuid } from '../http/uuid.ts'

const isHash = (text: string): boolean => /^[\w-]{43}$/u.test(text)

/** By the bank's number and reference. */
const isSlip = (text: string): boolean => /^\d{3}:[A-Za-z0-9]{10,40}$/u.test(text)

/** A member's id, or a guest's. */
const isRoom = (text: string): boolean => /^[\w-]{1,64}$/u.test(text)

/** The lists that are read in parts, by the ids of their sections, each with what a name of its rows is. */
const pagedLists = {
  suspected: isUuid,
  unclaimed: isUuid,
  stuck: isUuid,
  contradicted: isUuid,
  twice: isUuid,
  qr: isUuid,
  withdrawals: isUuid,
  unsaid: isRowNumber,
  slips: isUuid,
  gifts: isHash,
  breaks: isUuid,
  rooms: isRoom,
}

export type PagedList = keyof typeof pagedLists

/** What an address says of what its page shows: the row after which each list begins that is not shown from its first, and the slip that was made last. */
const shownParts = { ...pagedLists, slip: isSlip }

export const placeNames = Object.keys(shownParts) as (keyof typeof shownParts)[]

export type Places = { readonly [Part in keyof typeof shownParts]?: string | undefined }

/** Reads from the request's address which part of each list is shown. */
export function placesIn(c: Context<ServerEnv>): Places {
  const said = placeNames.map((part) => [part, c.req.query(part) ?? ''] as const)
  return Object.fromEntries(said.filter(([part, what]) => shownParts[part](what)))
}

/** The address with these places, but for what it says itself. A form's too: what it leads back to shows the lists where they were. */
export function placed(address: string, places: Places): string {
  const said = new URLSearchParams(address.split('?')[1])
  const added = Object.entries(places).filter(([part, what]) => what !== undefined && !said.has(part))
  if (added.length === 0) return address
  const joint = address.includes('?') ? '&' : '?'
  return `${address}${joint}${added.map(([part, what]) => `${part}=${what}`).join('&')}`
}

import type { Context } from 'hono'
import type { ServerEnv } from '../http/server-env.ts'
import { isUuid } from '../http/uuid.ts'

const isHash = (text: string): boolean => /^[\w-]{43}$/u.test(text)

/** The lists that are read in parts, by the ids of their sections, each with what a name of its rows is. */
const pagedLists = {
  unclaimed: isUuid,
  qr: isUuid,
  withdrawals: isUuid,
  slips: isUuid,
  gifts: isHash,
  breaks: isUuid,
}

export type PagedList = keyof typeof pagedLists

export const pagedListNames = Object.keys(pagedLists) as PagedList[]

/** The row after which each list begins that is not shown from its first. */
export type Places = { readonly [List in PagedList]?: string | undefined }

/** Where the lists are by the request's address. */
export function placesIn(c: Context<ServerEnv>): Places {
  const places = pagedListNames.map((list) => [list, c.req.query(list) ?? ''] as const)
  return Object.fromEntries(places.filter(([list, row]) => pagedLists[list](row)))
}

/** The address with these places. A form's too: what it leads back to shows the lists where they were. */
export function placed(address: string, places: Places): string {
  const named = Object.entries(places).filter(([, row]) => row !== undefined)
  if (named.length === 0) return address
  const joint = address.includes('?') ? '&' : '?'
  return `${address}${joint}${named.map(([list, row]) => `${list}=${row}`).join('&')}`
}

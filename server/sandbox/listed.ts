import { asc, desc } from 'drizzle-orm'

/** A list of the console. `more`: the sentence that says that the list is cut, and which rows it shows; empty if it shows all. */
export interface Listed<Row> {
  rows: Row[]
  more: string
}

/** `isCut`: there are more after its rows. */
export interface Part<Row> extends Listed<Row> {
  isCut: boolean
}

/** What such a query lists. */
export type ListOf<List extends (...args: never[]) => PromiseLike<Listed<unknown>>> = Awaited<
  ReturnType<List>
>
/** A row of it. */
export type RowOf<List extends (...args: never[]) => PromiseLike<Listed<unknown>>> =
  ListOf<List>['rows'][number]

/** The most rows that one list of the console shows; the list of suspected duplicates shows more. */
export const MAX_ROWS = 30

/** How many rows a list reads: one more than it shows says that there are more. */
export const READ_ROWS = MAX_ROWS + 1

/** The rows that are shown of those that were read. */
const cut = <Row>(read: readonly Row[], more: string, max = MAX_ROWS): Listed<Row> => ({
  rows: read.slice(0, max),
  more: read.length > max ? more : '',
})

/** Where it is the newest that are shown. */
export const OLDER = 'Older ones are not shown.'

export const newest = <Row>(read: readonly Row[], max?: number): Listed<Row> => cut(read, OLDER, max)

/** Of a list that is read in parts: says how many there are, unless all of them are shown. */
export async function counted<Row>(
  read: readonly Row[],
  isLater: boolean,
  say: (shown: number) => PromiseLike<string>,
): Promise<Part<Row>> {
  const rows = read.slice(0, MAX_ROWS)
  const isCut = read.length > rows.length
  return { rows, isCut, more: isCut || isLater ? await say(rows.length) : '' }
}

export const oldestOf = (waiting: number, shown: number): string =>
  `${waiting} wait; ${shown} of them are shown, the oldest first.`

/** Of a list whose rows all wait for staff. */
export const longestWaiting = <Row>(read: readonly Row[], max?: number): Listed<Row> =>
  cut(read, 'More wait: these have waited longest.', max)

export const without = <Status extends string>(statuses: readonly Status[], ...some: NoInfer<Status>[]) =>
  statuses.filter((status) => !some.includes(status))

type Order = typeof asc

interface Waiting<Status extends string, Row> {
  /** The status of what waits for staff. */
  waiting: Status
  /** Groups of the others, one shown after the other. */
  rest: readonly (readonly Status[])[]
  read: (status: Status, order: Order) => Promise<Row[]>
  timeOf: (row: Row) => Date
  /** How many wait. */
  count: () => PromiseLike<number>
  /** Whether some wait that precede those that are read. */
  isLater?: boolean
}

/** The newest of each status, as its index has them: PostgreSQL would sort the whole table for all of these at once. */
async function newestOf<Status extends string, Row>(
  statuses: readonly Status[],
  { read, timeOf }: Waiting<Status, Row>,
): Promise<Row[]> {
  const found = await Promise.all(statuses.map((status) => read(status, desc)))
  return found.flat().toSorted((one, other) => timeOf(other).getTime() - timeOf(one).getTime())
}

/**
 * What waits for staff first, and of that what has waited longest: however much comes, it is seen. Then the rest, one group of statuses
 * after the other, the newest first. `isCut`: more wait after those shown.
 */
export async function waitingFirst<Status extends string, Row>(
  list: Waiting<Status, Row>,
): Promise<Part<Row>> {
  const found = await list.read(list.waiting, asc)
  const shown = Math.min(found.length, MAX_ROWS)
  const isCut = found.length > shown
  for (const statuses of list.rest)
    if (found.length < READ_ROWS) found.push(...(await newestOf(statuses, list)))
  const listed = newest(found)
  if (!isCut && !list.isLater) return { ...listed, isCut }
  return { ...listed, more: oldestOf(await list.count(), shown), isCut }
}

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

/** The most rows that a list of the console shows, unless it has a number of its own. */
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

/** Rows per page, in every list. */
export const pageSize = 10

/** The most rows that may be asked for at once. */
export const maxPageSize = 100

/** The number of pages for this many rows; at least one. */
export function pageCount(total: number, size = pageSize): number {
  return Math.max(1, Math.ceil(total / size))
}

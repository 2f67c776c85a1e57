/** Rows per page, in every list. */
export const pageSize = 10

/** The number of pages for this many rows; at least one. */
export function pageCount(total: number, size = pageSize): number {
  return Math.max(1, Math.ceil(total / size))
}

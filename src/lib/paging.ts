/** Rows a page of every list holds. */
export const pageSize = 10

/** How many pages so many rows fill; an empty list has one. */
export function pageCount(total: number, size = pageSize): number {
  return Math.max(1, Math.ceil(total / size))
}

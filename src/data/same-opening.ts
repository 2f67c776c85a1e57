/**
 * For how long an answer counts as fetched for the present opening of a sheet, in ms. A sheet that asks each time it opens is prefetched
 * just before it mounts, and would otherwise ask again at once.
 */
export const sameOpeningMs = 2000

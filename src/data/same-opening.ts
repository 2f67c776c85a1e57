/**
 * How old an answer may be to be of the same opening, in ms: a sheet that asks each time it opens does not ask twice, once ahead of its
 * mount and once at it.
 */
export const sameOpeningMs = 2000

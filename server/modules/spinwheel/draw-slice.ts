import { randomInt } from 'node:crypto'

/**
 * Draws one slice by the weights: each wins its weight out of the sum of all. `draw(n)` gives a whole number
 * from 0 to n - 1. Null where nothing can win.
 */
export function drawSlice<Slice extends { weight: number }>(
  slices: readonly Slice[],
  draw: (limit: number) => number = randomInt,
): Slice | null {
  const total = slices.reduce((sum, { weight }) => sum + weight, 0)
  if (total <= 0) return null
  let left = draw(total)
  for (const slice of slices) {
    if (left < slice.weight) return slice
    left -= slice.weight
  }
  return null
}

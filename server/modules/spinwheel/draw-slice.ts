import { randomInt } from 'node:crypto'

/**
 * Draws one slice by weight: its chance is its weight out of the sum. `draw(n)` returns an integer from 0 to n - 1. Null if
 * nothing can win.
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

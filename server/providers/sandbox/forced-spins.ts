/** Where the console wants the next spins of members to end, one for each: the code of a slice. */
export function forcedSpins() {
  const slices = new Map<string, string>()
  return {
    set: (memberId: string, sliceCode: string) => void slices.set(memberId, sliceCode),
    of: (memberId: string) => slices.get(memberId),
    done: (memberId: string) => void slices.delete(memberId),
  }
}
export type ForcedSpins = ReturnType<typeof forcedSpins>

/** Where the console wants the next spins of members to end, one for each: the code of a slice. */
export function spinLandings() {
  const landings = new Map<string, string>()
  return {
    set: (memberId: string, sliceCode: string) => void landings.set(memberId, sliceCode),
    of: (memberId: string) => landings.get(memberId),
    done: (memberId: string) => void landings.delete(memberId),
  }
}
export type SpinLandings = ReturnType<typeof spinLandings>

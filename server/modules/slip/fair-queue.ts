/** Never rejects. */
type Job = () => Promise<void>

/** Runs the jobs of many owners in turn: one at a time per owner, and at most `atOnce` in total. */
export function createFairQueue(atOnce: number) {
  /** In the order of their turns; after a job its owner moves to the end. */
  const owners = new Map<string, Job[]>()
  const busy = new Set<string>()

  function startNext(): void {
    for (const [owner, jobs] of owners) {
      if (busy.size >= atOnce) return
      if (busy.has(owner)) continue
      const job = jobs.shift()
      busy.add(owner)
      void job?.().then(() => {
        busy.delete(owner)
        owners.delete(owner)
        if (jobs.length > 0) owners.set(owner, jobs)
        startNext()
      })
    }
  }

  return <T>(owner: string, job: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const run = () => job().then(resolve, reject)
      const jobs = owners.get(owner)
      if (jobs) jobs.push(run)
      else owners.set(owner, [run])
      startNext()
    })
}

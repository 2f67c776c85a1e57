/** Never rejects. */
type Job = () => Promise<void>

interface Limits {
  /** The maximum of one owner's jobs that run at once. */
  perOwner?: number
  /** The maximum of one owner's unfinished jobs, and of owners who have some; one more is refused. */
  max?: { jobs: number; owners: number; tooMany: () => Error }
}

/** Runs the jobs of many owners in turn, at most `atOnce` in total; by default one at a time per owner. */
export function createFairQueue(atOnce: number, { perOwner = 1, max }: Limits = {}) {
  /** In the order of their turns; an owner moves to the end when a job begins and when it ends. */
  const owners = new Map<string, Job[]>()
  const busy = new Map<string, number>()
  let running = 0

  function startNext(): void {
    // An owner that is moved to the end is visited again.
    for (const [owner, jobs] of owners) {
      if (running >= atOnce) return
      const ofOwner = busy.get(owner) ?? 0
      const job = ofOwner < perOwner ? jobs.shift() : undefined
      if (!job) continue
      moveToEnd(owner, jobs)
      busy.set(owner, ofOwner + 1)
      running += 1
      void job().then(() => {
        running -= 1
        const left = (busy.get(owner) ?? 1) - 1
        if (left > 0) busy.set(owner, left)
        else busy.delete(owner)
        if (left > 0 || jobs.length > 0) moveToEnd(owner, jobs)
        else owners.delete(owner)
        startNext()
      })
    }
  }

  function moveToEnd(owner: string, jobs: Job[]): void {
    owners.delete(owner)
    owners.set(owner, jobs)
  }

  return <T>(owner: string, job: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const jobs = owners.get(owner)
      const unfinished = (jobs?.length ?? 0) + (busy.get(owner) ?? 0)
      if (max && (unfinished >= max.jobs || (!jobs && owners.size >= max.owners))) {
        reject(max.tooMany())
        return
      }
      const run = () => job().then(resolve, reject)
      if (jobs) jobs.push(run)
      else owners.set(owner, [run])
      startNext()
    })
}

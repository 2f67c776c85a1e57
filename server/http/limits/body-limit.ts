import { createOpenCounts } from './open-counts.ts'

const KIB = 1024
/** The body of the largest upload, in bytes. */
const LARGEST = 22 * KIB * KIB

/**
 * The most bytes of a short body: one whose sender may send no more is not counted where it has to be whole in time. It takes no more
 * memory than its connection does, and what visitors send to log in or to register is shorter.
 */
export const SHORT_BODY = 4 * KIB

interface Share {
  /** The most bytes of bodies that one member, or one address of visitors, may send at the same time. */
  one: number
  /** The most bytes of bodies that this process holds at the same time. */
  all: number
  /** A body that may have no more bytes than this is not counted. */
  free?: number
}

interface Body {
  /** The member, or a visitor's address. */
  whose: string
  isVisitor: boolean
  /** The most bytes that it may have. */
  expected: number
}

/** Adds bytes to what is held of the body, or throws. */
export type Hold = (bytes: number) => void
export type BodyLimit = <T>(body: Body, work: (hold: Hold) => Promise<T>) => Promise<T>

/** The limits of a process: one for bodies with a file and one for the rest, so that neither kind uses up the other's memory. */
export const createBodyLimits = () => ({
  // An app sends one slip and one film.
  files: createBodyLimit({ one: 2 * LARGEST, all: 20 * LARGEST }),
  fields: createBodyLimit({ one: 32 * 64 * KIB, all: 256 * KIB * KIB, free: SHORT_BODY }),
})

export type BodyLimits = ReturnType<typeof createBodyLimits>

/**
 * Bounds the memory that bodies take: each is held whole from its first byte until it is answered, and copied a few times when it has
 * come. One's own share is counted by what is expected, that of all by what has come: what is only declared keeps nobody out. Counted
 * in bytes, not by number: a slip on a slow line may take minutes, and hundreds of them fit.
 */
export function createBodyLimit({ one, all, free = 0 }: Share): BodyLimit {
  const held = createOpenCounts()
  return async ({ whose, isVisitor, expected }, work) => {
    if (expected <= free) return work(() => undefined)
    const own = `one:${whose}`
    // One half of the memory is reserved for members who send one body at a time. Visitors, and members who send a second body, share the other half.
    const limits = new Map([['all', held.isFull(own, 1) ? all / 2 : all]])
    if (isVisitor) limits.set('visitors', all / 2)
    const releaseOwn = held.take(new Map([[own, one]]), expected)
    let come = 0
    let release = held.take(limits, come)
    let isOpen = true
    const hold = (bytes: number) => {
      // What still comes of a body that was refused is thrown away.
      if (!isOpen) return
      release()
      come += bytes
      release = held.take(limits, come)
    }
    try {
      return await work(hold)
    } finally {
      isOpen = false
      release()
      releaseOwn()
    }
  }
}

import { createOpenCounts } from './open-counts.ts'

/** The body of the largest upload, in bytes. */
const LARGEST = 22 * 2 ** 20
/** The most bytes of bodies that one member, or one address of visitors, may send at the same time. An app sends one slip and one film. */
const MAX_OF_ONE = 2 * LARGEST
/** The most bytes of bodies that this process takes at the same time. */
const MAX_OF_ALL = 20 * LARGEST
/** Shared limit for visitors and for callers already uploading, so that they never keep out a member's first upload. */
const MAX_OF_OTHERS = MAX_OF_ALL / 2

interface Upload {
  /** The member, or a visitor's address. */
  whose: string
  isVisitor: boolean
  /** The body's size. */
  bytes: number
}

export type UploadLimit = <T>(upload: Upload, work: () => Promise<T>) => Promise<T>

/**
 * Bounds the memory that uploads take: each is held whole from its first byte until it is answered, and copied a few times when it has
 * come. Counted by declared size, not by number: a slip on a slow line may take minutes, and hundreds of them fit.
 */
export function createUploadLimit(): UploadLimit {
  const held = createOpenCounts()
  return async ({ whose, isVisitor, bytes }, work) => {
    const own = `one:${whose}`
    const limits = new Map([
      [own, MAX_OF_ONE],
      ['all', held.isFull(own, 1) ? MAX_OF_OTHERS : MAX_OF_ALL],
    ])
    if (isVisitor) limits.set('visitors', MAX_OF_OTHERS)
    const release = held.take(limits, bytes)
    try {
      return await work()
    } finally {
      release()
    }
  }
}

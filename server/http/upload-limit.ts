import { createOpenCounts } from './open-counts.ts'

/** The body of the largest upload, in bytes. */
const LARGEST = 22 * 2 ** 20
/** The most bytes of uploads that one member, or one address of visitors, may have in memory. An app sends one slip and one film at a time. */
const MAX_OF_ONE = 4 * LARGEST
/** The most bytes that all uploads of this process may have in memory. Visitors get half, so that they cannot keep members out. */
const MAX_OF_ALL = 20 * LARGEST
const MAX_OF_VISITORS = MAX_OF_ALL / 2

interface Upload {
  /** The member, or a visitor's address. */
  whose: string
  isVisitor: boolean
  /** The body's size. */
  bytes: number
}

export type UploadLimit = <T>(upload: Upload, work: () => Promise<T>) => Promise<T>

/**
 * Bounds the memory that uploads take: each is held whole from its first byte until it is answered. Counted by declared size, not by
 * number: a slip on a slow line may take minutes, and hundreds of them fit.
 */
export function createUploadLimit(): UploadLimit {
  const held = createOpenCounts()
  return async ({ whose, isVisitor, bytes }, work) => {
    const limits = new Map([
      [`one:${whose}`, MAX_OF_ONE],
      ['all', MAX_OF_ALL],
    ])
    if (isVisitor) limits.set('visitors', MAX_OF_VISITORS)
    const release = held.take(limits, bytes)
    try {
      return await work()
    } finally {
      release()
    }
  }
}

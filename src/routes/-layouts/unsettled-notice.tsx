import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { leftEntriesAtom, unsettledOperations } from '#operations/operation-log.ts'
import { optionalPart } from '#ui/lazy-part.tsx'

// The connection may be bad just then: the page goes on without it, and after a reload it is there.
const UnsettledOperations = optionalPart(
  async () =>
    (await import(/* offline */ '#operations/unsettled/unsettled-operations.tsx')).UnsettledOperations,
)

/** Operations whose outcome nobody has seen, because an earlier page or a screen of this one was closed. */
export function UnsettledNotice() {
  const [earlier] = useState(unsettledOperations)
  const left = useAtomValue(leftEntriesAtom)
  return earlier.length + left.length > 0 ? (
    <Suspense>
      <UnsettledOperations earlier={earlier} />
    </Suspense>
  ) : null
}

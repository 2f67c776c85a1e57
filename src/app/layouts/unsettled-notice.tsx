import { Suspense, useState } from 'react'
import { unsettledOperations } from '#operations/operation-log.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

const UnsettledOperations = lazyPart(
  async () => (await import('#operations/unsettled/unsettled-operations.tsx')).UnsettledOperations,
)

/** Operations that an earlier page left without a known outcome. */
export function UnsettledNotice() {
  const [left] = useState(() => unsettledOperations().length > 0)
  return left ? (
    <Suspense>
      <UnsettledOperations />
    </Suspense>
  ) : null
}

import { lazy, Suspense, useState } from 'react'
import { unsettledOperations } from '#operations/operation-log.ts'

const UnsettledOperations = lazy(() =>
  import('#operations/unsettled/unsettled-operations.tsx').then((file) => ({
    default: file.UnsettledOperations,
  })),
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

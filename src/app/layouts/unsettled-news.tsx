import { lazy, Suspense, useState } from 'react'
import { unsettledOperations } from '#operations/operation-log.ts'

const UnsettledOperations = lazy(() =>
  import('#operations/unsettled/unsettled-operations.tsx').then((file) => ({
    default: file.UnsettledOperations,
  })),
)

/** Tells of operations that a former page left without an end, where there are such. */
export function UnsettledNews() {
  const [left] = useState(() => unsettledOperations().length > 0)
  return left ? (
    <Suspense>
      <UnsettledOperations />
    </Suspense>
  ) : null
}

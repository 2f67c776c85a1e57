import { lazy, Suspense, useState } from 'react'
import { unsettledOperations } from '#operations/operation-log.ts'
import { addTexts } from '#i18n/activate.ts'

const UnsettledOperations = lazy(async () => {
  const [{ UnsettledOperations: Acts }] = await Promise.all([
    import('#operations/unsettled/unsettled-operations.tsx'),
    addTexts('member'),
  ])
  return { default: Acts }
})

/** Tells of operations that a former page left without an end, where there are such. */
export function UnsettledNews() {
  const [left] = useState(() => unsettledOperations().length > 0)
  return left ? (
    <Suspense>
      <UnsettledOperations />
    </Suspense>
  ) : null
}

import { lazy, Suspense, useState } from 'react'
import { unsettledActs } from '#data/act-journal.ts'
import { addTexts } from '#i18n/activate.ts'

const UnsettledActs = lazy(async () => {
  const [{ UnsettledActs: Acts }] = await Promise.all([
    import('#features/unsettled/unsettled-acts.tsx'),
    addTexts('member'),
  ])
  return { default: Acts }
})

/** Tells of acts that a former page left without an end, where there are such. */
export function UnsettledNews() {
  const [left] = useState(() => unsettledActs().length > 0)
  return left ? (
    <Suspense>
      <UnsettledActs />
    </Suspense>
  ) : null
}

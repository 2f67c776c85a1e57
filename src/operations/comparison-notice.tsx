import { lazy, type ReactNode, Suspense } from 'react'
import type { Comparison } from './outcome.ts'

/** Without its file there is only the notice around it. */
const ComparisonWords = lazy<(props: { comparison: Comparison }) => ReactNode>(() =>
  import(/* online only */ './comparison-words.tsx')
    .then((file) => ({ default: file.ComparisonWords }))
    .catch(() => ({ default: () => null })),
)

/** The words come with the answer that they are about: where the backend can be asked they are never needed. */
export const ComparisonNotice = (props: { comparison: Comparison }) => (
  <Suspense>
    <ComparisonWords {...props} />
  </Suspense>
)

import { lazy, type ReactNode, Suspense } from 'react'
import type { Comparison } from './outcome.ts'

interface ComparisonNoticeProps {
  comparison: Comparison
  /** Shows until the file is loaded, and if it cannot be loaded. */
  children: ReactNode
}

const ComparisonWords = lazy<(props: ComparisonNoticeProps) => ReactNode>(() =>
  import(/* online only */ './comparison-words.tsx')
    .then((file) => ({ default: file.ComparisonWords }))
    .catch(() => ({ default: ({ children }: ComparisonNoticeProps) => children })),
)

/** Loaded lazily: with a backend that reports outcomes it is never needed. */
export const ComparisonNotice = (props: ComparisonNoticeProps) => (
  <Suspense fallback={props.children}>
    <ComparisonWords {...props} />
  </Suspense>
)

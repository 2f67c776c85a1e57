import { type ReactNode, Suspense } from 'react'
import type { Comparison } from './outcome.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

interface ComparisonNoticeProps {
  comparison: Comparison
  /** Shows until the file is loaded, and if it cannot be loaded. */
  children: ReactNode
}

const ComparisonWords = lazyPart(
  async () => (await import('./comparison-words.tsx')).ComparisonWords,
  ({ children }: ComparisonNoticeProps) => children,
)

/** Loaded lazily: with a backend that reports outcomes it is never needed. */
export const ComparisonNotice = (props: ComparisonNoticeProps) => (
  <Suspense fallback={props.children}>
    <ComparisonWords {...props} />
  </Suspense>
)

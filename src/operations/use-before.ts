import { useState } from 'react'

/**
 * The last value from before an operation was under way. The balance may tell what the operation did before its answer is there, and what
 * is counted from it, such as a balance "afterwards", would count that twice.
 */
export function useBefore<Value>(value: Value, isUnderWay: boolean): Value {
  const [before, setBefore] = useState(value)
  if (isUnderWay) return before
  if (before !== value) setBefore(value)
  return value
}

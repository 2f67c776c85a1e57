import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Reports the form's values at each change, so that a reload can restore them. */
export function useFormDraft<Typed extends FieldValues, Read extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<Typed, unknown, Read>, 'subscribe'>,
  keep: (values: Typed) => void,
): void {
  const changed = useEffectEvent(keep)
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => changed(values) }),
    [subscribe],
  )
}

import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Tells what stands in the form at each change, so that a reload in the middle finds it again. */
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

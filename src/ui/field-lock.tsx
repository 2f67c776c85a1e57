import { useDeferredValue, type ComponentProps } from 'react'

interface FieldLockProps extends Omit<ComponentProps<'fieldset'>, 'disabled'> {
  /** What is in the fields is being sent, or must not be sent again. */
  locked: boolean
}

/**
 * Fields that cannot be changed while what they say is under way. They are locked once the button has been seen to send: it is
 * the button that takes no second tap, and its answer must not wait for the fields.
 */
export function FieldLock({ locked, ...rest }: FieldLockProps) {
  return <fieldset {...rest} disabled={useDeferredValue(locked)} />
}

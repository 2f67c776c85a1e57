import { createContext, useDeferredValue, type ComponentProps } from 'react'

/** For controls that a fieldset does not reach: a menu that is open stands outside of it. */
export const LockedContext = createContext(false)

interface FieldLockProps extends Omit<ComponentProps<'fieldset'>, 'disabled'> {
  /** What is in the fields is being sent, or must not be sent again. */
  locked: boolean
}

/**
 * Fields that cannot be changed while what they say is under way. They are locked once the button has been seen to send: it is
 * the button that takes no second tap, and its answer must not wait for the fields.
 */
export function FieldLock({ locked, ...rest }: FieldLockProps) {
  const isLocked = useDeferredValue(locked)
  return (
    <LockedContext value={isLocked}>
      <fieldset {...rest} disabled={isLocked} />
    </LockedContext>
  )
}

import { createContext, useDeferredValue, useLayoutEffect, useRef, type ComponentProps } from 'react'

/** For controls that `<fieldset disabled>` does not reach, such as the popup of an open menu. */
export const LockedContext = createContext(false)

interface FieldLockProps extends Omit<ComponentProps<'fieldset'>, 'disabled'> {
  /** The fields' values are being sent, or must not be sent again. */
  locked: boolean
}

/**
 * Fields that cannot be changed while their values are being sent. They lock only after the button has been painted as loading:
 * the button itself ignores a second tap, and its response must not wait for the fields. A field that sent them by Enter has the
 * focus again afterwards, if nothing else has taken it.
 */
export function FieldLock({ locked, ...rest }: FieldLockProps) {
  const isLocked = useDeferredValue(locked)
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (locked) focused.current = document.activeElement
  }, [locked])
  useLayoutEffect(() => {
    const isLost = !isLocked && document.activeElement === document.body
    if (isLost && focused.current instanceof HTMLElement) focused.current.focus()
  }, [isLocked])
  return (
    <LockedContext value={isLocked}>
      <fieldset {...rest} disabled={isLocked} />
    </LockedContext>
  )
}

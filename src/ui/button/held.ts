import type { MouseEvent, MouseEventHandler } from 'react'

/**
 * The props of a button that cannot be pressed for now. It ignores taps, submits no form, and keeps the focus, which `disabled`
 * would take from it.
 */
export const heldProps = (isHeld: boolean | undefined, onClick?: MouseEventHandler<HTMLButtonElement>) => ({
  'aria-disabled': isHeld || undefined,
  onClick: (event: MouseEvent<HTMLButtonElement>) => (isHeld ? event.preventDefault() : onClick?.(event)),
})

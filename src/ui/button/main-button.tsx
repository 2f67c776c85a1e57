import { useId, type ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from '#ui/class-names.ts'
import styles from './main-button.module.css'

export interface MainButtonProps extends Omit<ButtonProps, 'disabled'> {
  /**
   * Why it cannot be pressed for now, shown below it; `true` where the screen says so already. Missing input is no reason: the
   * button answers with the errors of its fields.
   */
  held?: ReactNode
}

/** The button that a form or sheet is for: gold, unless it is quiet. */
export function MainButton({ held, 'aria-describedby': describedBy, ...button }: MainButtonProps) {
  const id = useId()
  const isHeld = Boolean(held) && !button.loading
  const reason = isHeld && held !== true && held
  return (
    <>
      <Button
        variant="primary"
        size="money"
        wide
        {...button}
        disabled={isHeld}
        aria-describedby={classNames(describedBy, reason ? id : undefined) || undefined}
      />
      {reason && (
        <p id={id} className={styles.reason}>
          {reason}
        </p>
      )}
    </>
  )
}

import { useId, useMemo, type ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { FieldContext } from './field-context.ts'
import styles from './field.module.css'
import { Icon } from '#ui/icon.tsx'

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Shown at the far end of the label's line. */
  aside?: ReactNode
  /** Error and hint share one place of constant height, so that nothing moves under a finger. */
  fixed?: boolean
  /** The label names a group of controls instead of one input. */
  group?: boolean
  children: ReactNode
}

/** To be called when a field gets the focus. The first time it loads what keeps it above the phone's keyboard. */
export const keyboardComes = (): void => {
  import(/* offline */ '#ui/dialog/follow-keyboard.ts')
    .then(({ followKeyboard }) => followKeyboard())
    .catch(() => undefined)
}

export function Field({ label, hint, error, aside, fixed = false, group = false, children }: FieldProps) {
  const id = useId()
  const labelId = `${id}-label`
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const invalid = Boolean(error)
  const shownHint = fixed && invalid ? undefined : hint
  const describedBy = classNames(invalid && errorId, Boolean(shownHint) && hintId) || undefined
  const parts = useMemo(() => ({ id, labelId, describedBy, invalid }), [id, labelId, describedBy, invalid])
  const Label = group ? 'span' : 'label'
  return (
    <div
      className={styles.field}
      onFocus={keyboardComes}
      {...(group && { role: 'group', 'aria-labelledby': labelId, 'aria-describedby': describedBy })}
    >
      <div className={styles.head}>
        <Label id={labelId} {...(!group && { htmlFor: id })}>
          {label}
        </Label>
        {aside && <span>{aside}</span>}
      </div>
      <FieldContext value={parts}>{children}</FieldContext>
      <div className={fixed ? styles.fixed : styles.told}>
        {/* Always rendered, so that a screen reader announces the error the moment it appears. */}
        <div id={errorId} className={styles.live} aria-live="polite">
          {invalid && (
            <p className={styles.error}>
              <Icon name="alert" small />
              <span>{error}</span>
            </p>
          )}
        </div>
        {shownHint && (
          <div id={hintId} className={styles.hint}>
            {shownHint}
          </div>
        )}
      </div>
    </div>
  )
}

import type { ReactNode, SubmitEvent } from 'react'
import { Button, type ButtonProps } from '#ui/button.tsx'
import styles from './money-form.module.css'

interface MoneyFormProps extends Pick<ButtonProps, 'icon'> {
  /** Its fields, or what is confirmed. */
  children: ReactNode
  /** How the operation went: stands above the button. */
  notice?: ReactNode
  /** What the button says. */
  label: ReactNode
  /** It is being sent or asked about. */
  busy?: boolean
  /** There is something to be put right first. */
  disabled?: boolean
  /** It is unknown what became of the last one: no other until that is known. */
  blocked?: boolean
  offline: boolean
  /** Why the button waits for a connection. */
  offlineReason: ReactNode
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
  /** Below the button, while there is one. */
  foot?: ReactNode
}

/** What a member confirms with one button: what it is about, how it went, the button, and why it cannot be pressed. */
export function MoneyForm(props: MoneyFormProps) {
  const { children, notice, label, icon, busy = false, disabled = false, blocked = false } = props
  const { offline, offlineReason, onSubmit, foot } = props
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && !blocked) void onSubmit(event)
      }}
    >
      {children}
      {notice}
      {!blocked && (
        <>
          <Button
            type="submit"
            variant="primary"
            size="money"
            wide
            icon={icon}
            loading={busy}
            disabled={!busy && (offline || disabled)}
          >
            {label}
          </Button>
          {offline && !busy && <p className={styles.reason}>{offlineReason}</p>}
          {foot}
        </>
      )}
    </form>
  )
}

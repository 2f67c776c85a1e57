import { Trans, useLingui } from '@lingui/react/macro'
import { toApiError } from '#api/api-error.ts'
import { errorText } from '#errors/catalogue.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

interface FormErrorProps {
  /** What the server or the network answered; nothing shows without one. */
  error: unknown
  /** The way to the login, for somebody who has an account already. */
  onSignIn?: (() => void) | undefined
  /** A toast announces it. */
  isToasted?: boolean
}

/** Under the form: what went wrong and what to do. Heard as soon as it appears. */
export function FormError({ error, onSignIn, isToasted }: FormErrorProps) {
  const { t } = useLingui()
  if (!error) return null
  const { code, text } = toApiError(error)
  // It stands at the password's own field.
  if (code === 'WEAK_PASSWORD') return null
  const known = errorText(code)
  return (
    <Notice
      tone="coral"
      quiet={isToasted}
      icon="alert"
      action={
        code === 'EXISTING_USER' &&
        onSignIn && (
          <Button size="compact" onClick={onSignIn}>
            <Trans>Log in</Trans>
          </Button>
        )
      }
    >
      {known ? t(known) : text}
    </Notice>
  )
}

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
}

/** Under the form: what went wrong and what to do. Heard as soon as it appears. */
export function FormError({ error, onSignIn }: FormErrorProps) {
  const { t } = useLingui()
  if (!error) return <div role="alert" />
  const { code, text } = toApiError(error)
  // It stands at the password's own field.
  if (code === 'WEAK_PASSWORD') return <div role="alert" />
  const known = errorText(code)
  return (
    <div role="alert">
      <Notice
        tone="coral"
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
    </div>
  )
}

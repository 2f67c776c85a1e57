import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { toApiError } from '#api/api-error.ts'
import { errorText } from '#errors/catalogue.ts'
import { Button, buttonClass } from '#ui/button/button.tsx'
import { showWithButton } from '#ui/form/show-with-button.ts'
import { Notice } from '#ui/message/notice.tsx'
import { breakIn } from './break-address.ts'

interface FormErrorProps {
  /** The error of the last attempt; without one nothing shows. */
  error: unknown
  /** Said in place of an error after which nobody knows yet whether the server did it. */
  unknown?: ReactNode
  /** Leads to the login a person who already has an account. */
  onSignIn?: (() => void) | undefined
  /** A toast announces it. */
  isToasted?: boolean
}

/** The tab bar may cover the place below the fields, where an error pushes the button away too. */
const showWhole = (place: HTMLElement | null) => {
  if (place) showWithButton(place)
}

/** Shows under the form what went wrong and what to do. Screen readers announce it at once. */
export function FormError({ error, unknown, onSignIn, isToasted }: FormErrorProps) {
  const { t } = useLingui()
  if (!error) return null
  const { code, text, body, outcomeUnknown } = toApiError(error)
  // This error shows at the password's field.
  if (code === 'WEAK_PASSWORD') return null
  const known = errorText(code)
  const isOpen = unknown && outcomeUnknown
  return (
    <div ref={showWhole}>
      <Notice
        tone="coral"
        quiet={isToasted}
        icon="alert"
        action={
          code === 'PLAY_BREAK' ? (
            <Link to="/break" search={breakIn(body)} className={buttonClass({ size: 'compact' })}>
              <Trans>See when it ends, and your money</Trans>
            </Link>
          ) : (
            (code === 'EXISTING_USER' || isOpen) &&
            onSignIn && (
              <Button size="compact" onClick={onSignIn}>
                <Trans>Log in</Trans>
              </Button>
            )
          )
        }
      >
        {isOpen ? unknown : known ? t(known) : text}
      </Notice>
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { errorText } from '#errors/catalogue.ts'
import { Field } from '#ui/form/field.tsx'
import { PasswordControl } from '#ui/form/password-control.tsx'

/** Asks for the member's password once more, in a form: as its field `password`. */
export function OwnPassword({ isWrong }: { isWrong: boolean }) {
  const { t } = useLingui()
  const wrong = errorText('WRONG_PASSWORD')
  return (
    <>
      <p>
        <Trans>Please confirm with your password that it is you.</Trans>
      </p>
      <Field label={t`Password`} error={isWrong && wrong && t(wrong)}>
        <PasswordControl
          name="password"
          autoComplete="current-password"
          maxLength={200}
          autoFocus
          showLabel={t`Show password`}
          hideLabel={t`Hide password`}
        />
      </Field>
    </>
  )
}

/** The password that was typed into the form of `OwnPassword`; undefined while there is none. */
export function typedPassword(form: HTMLFormElement): string | undefined {
  const password = new FormData(form).get('password')
  return typeof password === 'string' && password !== '' ? password : undefined
}

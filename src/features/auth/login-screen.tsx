import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { env } from '#lib/env.ts'
import { Button } from '#ui/button.tsx'
import { Champa } from '#ui/champa.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordControl } from '#ui/password-control.tsx'
import { River } from '#ui/river.tsx'
import { TextControl } from '#ui/text-control.tsx'
import { loginForm } from './auth-form.ts'
import { problemText } from './auth-problems.ts'
import { useLogin } from './auth-queries.ts'
import { FormError } from './form-error.tsx'
import styles from './login-screen.module.css'

interface LoginScreenProps {
  /** Logo and languages, on the river. */
  top: ReactNode
  /** A link to those who can help with a forgotten password. */
  helpLink: ReactNode
  onSignedIn: (token: string, remember: boolean) => void
}

const form = loginForm(env.country)

export function LoginScreen({ top, helpLink, onSignedIn }: LoginScreenProps) {
  const { t } = useLingui()
  const login = useLogin()
  const { register, handleSubmit, formState } = useForm({
    resolver: valibotResolver(form),
    defaultValues: { username: '', password: '', remember: true },
  })
  const said = (found?: string) => {
    const text = problemText(found)
    return text && t(text)
  }
  // A correction starts with a clean form: the old refusal no longer says anything about what is typed now.
  const clearOnTyping = { onChange: () => login.reset() }
  const submit = handleSubmit(({ username, password, remember }) =>
    login.mutate({ username, password }, { onSuccess: ({ token }) => onSignedIn(token, remember) }),
  )

  return (
    <div className={styles.login}>
      <River as="header" drift="arrival" className={styles.arrival}>
        {top}
        <Champa className={styles.flower} />
        <div className={styles.title}>
          <h1>
            <Trans>Log in</Trans>
          </h1>
          <p>
            <Trans>Your wallet, ready wherever you are</Trans>
          </p>
        </div>
      </River>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t`Phone number`} error={said(formState.errors.username?.message)}>
          <TextControl
            icon="phone"
            type="tel"
            inputMode="tel"
            autoComplete="username"
            {...register('username', clearOnTyping)}
          />
        </Field>
        <Field label={t`Password`} error={said(formState.errors.password?.message)}>
          <PasswordControl
            autoComplete="current-password"
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
            {...register('password', clearOnTyping)}
          />
        </Field>
        <div className={styles.choices}>
          <Checkbox {...register('remember')}>
            <Trans>Remember me on this phone</Trans>
          </Checkbox>
          {helpLink}
        </div>
        <FormError error={login.error} />
        <Button type="submit" variant="primary" size="money" wide loading={login.isPending}>
          <Trans>Log in</Trans>
        </Button>
      </form>
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useAtom } from 'jotai'
import { useRef, type ReactNode, type SubmitEvent } from 'react'
import { toApiError } from '#api/api-error.ts'
import { useCredentials } from '#components/use-credentials.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { MainButton } from '#ui/button/main-button.tsx'
import { PasswordControl } from '#ui/form/password-control.tsx'
import { Page } from '#ui/frame/shell.tsx'
import { WaveSurface } from '#ui/art/wave-surface.tsx'
import { TextControl } from '#ui/form/text-control.tsx'
import { useLogin } from './use-login.ts'
import { useNewSession } from './use-new-session.ts'
import { FormError } from './form-error.tsx'
import { loginPhoneAtom, rememberAtom } from './login-phone.ts'
import styles from './login-screen.module.css'

interface LoginScreenProps {
  /** Logo and languages, on the brand's surface. */
  top: ReactNode
  /** A link to customer support for a forgotten password. */
  helpLink: ReactNode
  /** Another way to sign in, below the password's. */
  otherWay?: ReactNode
  onSignedIn: (token: string, remember: boolean) => void
  /** The member has a break: `refusal` says until when. */
  onBreak: (refusal: unknown) => void
}

export function LoginScreen({ top, helpLink, otherWay, onSignedIn, onBreak }: LoginScreenProps) {
  const { t } = useLingui()
  const login = useLogin()
  const newSession = useNewSession()
  const offline = useOffline()
  // Set from the tap until the refusal or the next page, because a second tap may come before React renders the first.
  const isBusy = useRef(false)
  const [phone, setPhone] = useAtom(loginPhoneAtom)
  const [remember, setRemember] = useAtom(rememberAtom)
  const credentials = useCredentials()
  // A correction starts with a clean form: the old refusal no longer says anything about what is typed now.
  const clear = () => {
    credentials.clear()
    if (!isBusy.current) login.reset()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy.current) return
    const form = event.currentTarget
    const given = credentials.read(form)
    if (!given) return
    const isRemembered = new FormData(form).has('remember')
    setPhone(given.username)
    isBusy.current = true
    const refused = (thrown: unknown) => {
      isBusy.current = false
      const { code, body } = toApiError(thrown)
      if (code === 'PLAY_BREAK') onBreak(body)
    }
    // A callback of success would not be called for a screen that was left, and the session would stay open.
    void login.mutateAsync(given, { onError: refused }).then(
      ({ token }) => newSession(token, () => onSignedIn(token, isRemembered)),
      () => undefined,
    )
  }

  return (
    <Page width="arrival">
      <WaveSurface as="header" drift="arrival" className={styles.surface}>
        {top}
        <div className={styles.title}>
          <h1>
            <Trans>Log in</Trans>
          </h1>
          <p>
            <Trans>Your wallet, ready wherever you are</Trans>
          </p>
        </div>
      </WaveSurface>
      <form className={styles.form} noValidate onSubmit={submit} onInput={clear}>
        <Field label={t`Phone number`} error={credentials.said('username')}>
          <TextControl
            icon="phone"
            type="tel"
            inputMode="tel"
            // The browser suggests passkeys here too, where one is asked for.
            autoComplete="username webauthn"
            name="username"
            defaultValue={phone}
            // The forgotten-password page, and this one on the way back, begin with the number that was typed.
            onBlur={({ target }) => setPhone(target.value)}
          />
        </Field>
        <Field label={t`Password`} error={credentials.said('password')}>
          <PasswordControl
            autoComplete="current-password"
            showLabel={t`Show password`}
            hideLabel={t`Hide password`}
            name="password"
          />
        </Field>
        <div className={styles.choices}>
          <Checkbox
            name="remember"
            defaultChecked={remember}
            onChange={({ target }) => setRemember(target.checked)}
          >
            <Trans>Remember me on this phone</Trans>
          </Checkbox>
          {helpLink}
        </div>
        <FormError error={login.error} />
        <MainButton
          type="submit"
          loading={login.isPending || login.isSuccess}
          held={offline && <Trans>You are offline. You can go on when you are connected again.</Trans>}
        >
          <Trans>Log in</Trans>
        </MainButton>
        {otherWay}
      </form>
    </Page>
  )
}

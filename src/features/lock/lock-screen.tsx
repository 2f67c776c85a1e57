import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toApiError } from '#api/api-error.ts'
import { unlockApp } from '#data/session/app-lock.ts'
import { askToSignOut } from '#data/session/ask-to-sign-out.ts'
import { passkeyFailure } from '#data/session/passkeys.ts'
import { handleError, wordsFor } from '#errors/handle-error.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { MainButton } from '#ui/button/main-button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import styles from './lock-screen.module.css'

/** All that there is while the app is locked. Opens by a passkey; the way out is always open. */
export function LockScreen({ titleId }: { titleId: string }) {
  const { t } = useLingui()
  const offline = useOffline()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const open = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await unlockApp()
    } catch (thrown) {
      // Where the session has ended meanwhile, the login takes the place of the lock.
      if (!passkeyFailure(thrown)) handleError(thrown, { quiet: true })
      setProblem(wordsOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  const wordsOf = (thrown: unknown) => {
    if (passkeyFailure(thrown)) return t`No passkey was used. Please try again, or log out.`
    const error = toApiError(thrown)
    return error.code === 'NO_DATA'
      ? t`Your account has no passkey any more. Please log out, and log in with your password.`
      : wordsFor(error)
  }
  return (
    <main className={styles.lock}>
      <img src="/champa.svg" alt="" width="72" height="72" />
      <h1 id={titleId}>
        <Trans>The app is locked</Trans>
      </h1>
      <p className={styles.about}>
        {offline ? (
          <Trans>You are offline. Your device itself checks that it is you, and opens the app.</Trans>
        ) : (
          <Trans>Your money and your data are covered until your passkey opens the app.</Trans>
        )}
      </p>
      <div className={styles.told} aria-live="assertive">
        {problem && <Notice tone="coral">{problem}</Notice>}
      </div>
      <MainButton icon="key" autoFocus loading={isBusy} onClick={() => void open()}>
        <Trans>Unlock with a passkey</Trans>
      </MainButton>
      <Button wide icon="logout" onClick={askToSignOut}>
        <Trans>Log out</Trans>
      </Button>
    </main>
  )
}

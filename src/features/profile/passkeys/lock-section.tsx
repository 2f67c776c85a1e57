import { Trans, useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { useEffect, useId, useState } from 'react'
import { toApiError } from '#api/api-error.ts'
import { appLockAtom, type LockMinutes, removeAppLock, setAppLock } from '#data/session/app-lock.ts'
import { passkeyFailure, verifyByServer } from '#data/session/passkeys.ts'
import { handleError } from '#errors/handle-error.ts'
import { lockMinutes } from '#lock/lock-state.ts'
import { Choices } from '#ui/form/choices.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { toast } from '#ui/message/toast.ts'
import styles from '../account-lists.module.css'

type Problem = 'not-used' | 'not-stored'

interface LockSectionProps {
  /** Without a passkey nothing could open the lock. */
  hasPasskey: boolean
  offline: boolean
}

/** Whether the app is locked on this device after a time in the background. A passkey confirms that it can be opened again. */
export function LockSection({ hasPasskey, offline }: LockSectionProps) {
  const { t } = useLingui()
  const title = useId()
  const lock = useAtomValue(appLockAtom)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => {
    if (!hasPasskey && lock) removeAppLock()
  }, [hasPasskey, lock])

  const choose = async (chosen: LockMinutes | 0) => {
    setProblem(undefined)
    if (chosen === (lock?.minutes ?? 0)) return
    if (chosen === 0) {
      removeAppLock()
      toast({ icon: 'check', title: t`The app is not locked any more` })
      return
    }
    setBusy(true)
    try {
      const passkeys = lock?.passkeys ?? [await verifyByServer()]
      if (setAppLock(chosen, passkeys))
        toast({ tone: 'jade', icon: 'check', title: t`The app locks itself from now on` })
      else setProblem('not-stored')
    } catch (error) {
      if (passkeyFailure(error)) setProblem('not-used')
      else handleError(toApiError(error))
    } finally {
      setBusy(false)
    }
  }
  const options = [
    { value: 0 as const, label: t`Never` },
    ...lockMinutes.map((minutes) => ({
      value: minutes,
      label: minutes === 1 ? t`1 minute` : t`${minutes} minutes`,
    })),
  ]
  return (
    <section className={styles.section} aria-labelledby={title}>
      <SectionHead title={<span id={title}>{t`Lock the app`}</span>} />
      <p className={styles.note}>
        <Trans>
          After this time in the background your passkey has to open the app on this device. Whatever you
          choose, the list of open apps does not show your amounts.
        </Trans>
      </p>
      <Choices
        label={t`Lock the app after`}
        options={options}
        value={lock?.minutes ?? 0}
        disabled={isBusy || !hasPasskey || (offline && !lock)}
        onChange={(minutes) => void choose(minutes)}
      />
      <div aria-live="polite">
        {!hasPasskey && (
          <p className={styles.note}>
            <Trans>Please add a passkey first. It opens the lock.</Trans>
          </p>
        )}
        {problem === 'not-used' && (
          <Notice>
            <Trans>No passkey was used, so the app is not locked. Please try again.</Trans>
          </Notice>
        )}
        {problem === 'not-stored' && (
          <Notice>
            <Trans>This browser keeps nothing for this site, so the app cannot be locked here.</Trans>
          </Notice>
        )}
      </div>
    </section>
  )
}

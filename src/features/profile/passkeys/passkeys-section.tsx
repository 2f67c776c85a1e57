import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useId } from 'react'
import { LoadFailed } from '#components/load-failed.tsx'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Card } from '#ui/list/card.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { useLostFocus } from '#ui/button/lost-focus.ts'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { useNow } from '#ui/use-now.ts'
import { AddPasskey } from './add-passkey.tsx'
import { LockSection } from './lock-section.tsx'
import { passkeysQueryOptions } from './passkey-queries.ts'
import { PasskeyRow } from './passkey-row.tsx'
import styles from '../account-lists.module.css'

/** The member's passkeys: what they are for, each with its last use, and another one. */
export function PasskeysSection() {
  const { t } = useLingui()
  const title = useId()
  const now = useNow(30_000)
  const query = useQuery(passkeysQueryOptions)
  const { data, error } = query
  // A removed row takes the focus with it.
  const section = useLostFocus<HTMLElement>(data)
  const focus = () => section.current?.focus()
  useEffect(() => {
    // The offer after a sign-in leads here; the browser cannot, because the section comes later than the page.
    if (location.hash === '#passkeys') section.current?.focus()
  }, [section])
  const offline = useOffline()
  const mayLock = useAtomValue(extensionsAtom).has('app-lock')
  return (
    <section className={styles.section} aria-labelledby={title} tabIndex={-1} ref={section}>
      <SectionHead title={<span id={title}>{t`Passkeys`}</span>} />
      <p className={styles.note}>
        <Trans>Log in with your fingerprint, face or screen lock in place of the password.</Trans>
      </p>
      <p className={styles.note}>
        <Trans>
          After 24 hours a passkey also takes the place of OTP codes, such as for your bank account.
        </Trans>
      </p>
      {!data && !error && !offline && <SkeletonRows count={4} label={t`Loading your passkeys`} />}
      {!data && (error || offline) && (
        <LoadFailed card queries={[query]} title={t`Your passkeys could not be loaded`} />
      )}
      {data && data.passkeys.length > 0 && (
        <Card as="ul" rows>
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} now={now} />
          ))}
        </Card>
      )}
      {data && offline && (
        <p className={styles.note}>
          <Trans>You are offline. You can change your passkeys when you are connected again.</Trans>
        </p>
      )}
      {data && <AddPasskey onAdded={focus} />}
      {data && mayLock && <LockSection hasPasskey={data.passkeys.length > 0} offline={offline} />}
    </section>
  )
}

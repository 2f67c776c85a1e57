import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { LoadFailed } from '#components/load-failed.tsx'
import { balanceHiddenAtom } from '#data/wallet/hide-balance.ts'
import { profileQueryOptions } from '#data/session/profile-queries.ts'
import { useFirstLoad } from '#data/use-first-load.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { Button, buttonClass } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Page, PageColumn, PageTitle } from '#ui/frame/shell.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { useWide } from '#ui/frame/use-wide.ts'
import styles from './profile-card.module.css'
import { BankAccountsEntry } from './bank-accounts/bank-accounts-entry.tsx'
import { DataSaving } from './data/data-saving.tsx'
import { useNotificationLanguage } from './notifications/use-notification-language.ts'
import { PasskeysEntry, usePasskeysLoads } from './passkeys/passkeys-entry.tsx'
import { ProfileCards } from './profile-card.tsx'
import { SessionsSection, useSessionsLoad } from './sessions/sessions-section.tsx'

interface ProfileScreenProps {
  theme: ReactNode
  language: ReactNode
  onChangePassword: () => void
  onEditName: () => void
  /** Opens the account's security events. */
  onActivity: () => void
  /** Opens what the member is notified of. */
  onNotifications: () => void
  onSignOut: () => void
}

export function ProfileScreen(props: ProfileScreenProps) {
  const { theme, language, onChangePassword, onEditName, onActivity, onNotifications, onSignOut } = props
  const { t } = useLingui()
  const extensions = useAtomValue(extensionsAtom)
  useNotificationLanguage()
  const wide = useWide()
  const query = useQuery(profileQueryOptions(useQueryClient()))
  const { data, error } = query
  // What follows comes whole: the lists would push away what stands below them, and so would the profile.
  const listsAreLoading = useFirstLoad(query, useSessionsLoad(), ...usePasskeysLoads())
  const profileIsLoading = !data && !error
  const isWaiting = profileIsLoading || listsAreLoading
  return (
    <Page width="split">
      <PageTitle title={<Trans>Profile</Trans>} />
      <PageColumn>
        <p>
          <Trans>
            Your account, your devices and how the app looks. If you see something here that is not yours,
            change your password and write to us.
          </Trans>
        </p>
        {data && (
          <ProfileCards
            {...data}
            onChangePassword={onChangePassword}
            onEditName={onEditName}
            otherAccounts={<BankAccountsEntry profile={data.profile} />}
          />
        )}
        {!data && error && (
          <LoadFailed card queries={[query]} title={<Trans>Your profile could not be loaded</Trans>} />
        )}
        {profileIsLoading && <SkeletonRows label={t`Loading your profile`} />}
        {/* Separate skeletons, so that the profile replaces the first without moving the page. */}
        {!profileIsLoading && listsAreLoading && <SkeletonRows label={t`Loading`} />}
        {!isWaiting && (
          <>
            <PasskeysEntry />
            <SessionsSection />
            {extensions.has('activity') && (
              <Button wide icon="clock" onClick={onActivity}>
                <Trans>Security activity</Trans>
              </Button>
            )}
            {extensions.has('play-limits') && (
              <Link to="/user/limits" className={buttonClass({ wide: true })}>
                <Icon name="lock" />
                <Trans>Play within limits</Trans>
              </Link>
            )}
            {extensions.has('push') && (
              <Button wide icon="bell" onClick={onNotifications}>
                <Trans>Notifications</Trans>
              </Button>
            )}
          </>
        )}
      </PageColumn>
      <PageColumn>
        {(wide || !isWaiting) && (
          <>
            <SectionHead title={<Trans>Privacy</Trans>} />
            <HideAmounts />
            <SectionHead title={<Trans>Appearance</Trans>} />
            {theme}
            <DataSaving />
            <SectionHead title={<Trans>Language</Trans>} />
            <div>{language}</div>
            <Button wide icon="logout" className={styles.signOut} onClick={onSignOut}>
              <Trans>Log out</Trans>
            </Button>
          </>
        )}
      </PageColumn>
    </Page>
  )
}

function HideAmounts() {
  const { t } = useLingui()
  const [hidden, setHidden] = useAtom(balanceHiddenAtom)
  return (
    <Card className={styles.switch}>
      <Switch
        checked={hidden}
        onChange={setHidden}
        label={t`Hide amounts`}
        hint={t`Every amount shows as dots on this phone.`}
      />
    </Card>
  )
}

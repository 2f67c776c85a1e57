import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { balanceHiddenAtom } from '#data/hide-balance.ts'
import { signOut } from '#data/session.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { loadLaterMessages } from '#i18n/activate.ts'
import { ChatIcon } from '#routes/-chat-entry.tsx'
import { StorageNotice } from '#routes/-storage-notice.tsx'
import { useChatBadge } from '#routes/-use-chat-badge.tsx'
import { AmountPrivacy } from '#ui/amount.tsx'
import { lastUsedAtom } from '#data/last-used.ts'
import { SiteBrand } from '#features/settings/site-brand.tsx'
import { brandLinkClass } from '#ui/brand.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Shell } from '#ui/shell.tsx'
import { memberLinkClass, TopBar, TopBarEnd, TopNav } from '#ui/top-bar.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { CreditLine } from './credit-line.tsx'
import { MemberLinks } from './member-links.tsx'
import { MemberTabs } from './member-tabs.tsx'
import { WaitingSlipsNotice } from './waiting-slips-notice.tsx'
import { UnsettledNotice } from './unsettled-notice.tsx'
import { PhoneHelp } from './phone-help.tsx'
import { UpdateBar } from './update-bar.tsx'

/** The layout of a member's pages. */
export function MemberLayout({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const name = useQuery(walletQueryOptions).data?.profile.name
  const badge = useChatBadge()
  const top = (
    <>
      <TopBar>
        <Link to="/user/home" className={brandLinkClass}>
          <SiteBrand />
        </Link>
        <TopNav label={t`Main menu`}>
          <MemberLinks badge={badge} />
        </TopNav>
        <TopBarEnd endsInIcon>
          <ChatIcon badge={badge} />
          <Link to="/user/profile" className={memberLinkClass}>
            <Icon name="user" />
            <span>{name || <Trans>Profile</Trans>}</span>
          </Link>
          <IconButton icon="logout" label={t`Log out`} onClick={signOut} />
        </TopBarEnd>
      </TopBar>
      <ConnectionStatus />
      <PlayClock />
      <UpdateBar />
      <UnsettledNotice />
      <WaitingSlipsNotice />
      <PhoneHelp>
        <StorageNotice />
      </PhoneHelp>
    </>
  )
  return (
    <AmountPrivacy hidden={useAtomValue(balanceHiddenAtom)} label={t`Amount hidden`}>
      <Shell top={top} bottom={<MemberTabs badge={badge} />}>
        <Pull />
        {children}
        <CreditLine />
      </Shell>
    </AmountPrivacy>
  )
}

/** Loads the clock of this session of play for who has opened a game here. */
function PlayClock() {
  const [Loaded, setLoaded] = useState<ComponentType>()
  const isWanted = useAtomValue(lastUsedAtom).length > 0
  useEffect(() => {
    if (!isWanted) return
    Promise.all([import(/* later */ '#features/limits/play-watch.tsx'), loadLaterMessages()]).then(
      ([file]) => setLoaded(() => file.PlayWatch),
      () => undefined,
    )
  }, [isWanted])
  return Loaded && <Loaded />
}

/** Loads pull to refresh with the first touch. */
function Pull() {
  const [Loaded, setLoaded] = useState<ComponentType>()
  useEffect(() => {
    const load = async () => {
      // Nothing if the file cannot be loaded, which must not reload the page (pwa/register.ts).
      const file = await import(/* online only */ './pull-to-refresh.tsx').catch(() => undefined)
      if (file) setLoaded(() => file.PullToRefresh)
    }
    const touched = () => void load()
    addEventListener('touchstart', touched, { once: true, passive: true })
    return () => removeEventListener('touchstart', touched)
  }, [])
  return Loaded && <Loaded />
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { askToSignOut } from '#data/session/ask-to-sign-out.ts'
import { laterPart } from '#data/later-part.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { ChatIcon } from '#routes/-chat-entry.tsx'
import { OutsideNotice } from '#routes/-outside-notice.tsx'
import { StorageNotice } from '#routes/-storage-notice.tsx'
import { useChatBadge } from '#routes/-use-chat-badge.tsx'
import { lastUsedAtom } from '#data/last-used.ts'
import { SiteBrand } from '#features/settings/site-brand.tsx'
import { brandLinkClass } from '#ui/art/brand.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { optionalPart } from '#ui/lazy-part.tsx'
import { Shell } from '#ui/frame/shell.tsx'
import { memberLinkClass, TopBar, TopBarEnd, TopNav } from '#ui/frame/top-bar.tsx'
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
  // A game was opened here during this session.
  const hasPlayed = useAtomValue(lastUsedAtom).length > 0
  const top = (
    <>
      <TopBar>
        <Link to="/user/home" className={brandLinkClass}>
          <SiteBrand />
        </Link>
        <TopNav label={t`Main menu`}>
          <MemberLinks badge={badge} small />
        </TopNav>
        <TopBarEnd endsInIcon>
          <ChatIcon badge={badge} />
          <Link to="/user/profile" className={memberLinkClass}>
            <Icon name="user" />
            <span>{name || <Trans>Profile</Trans>}</span>
          </Link>
          <IconButton icon="logout" label={t`Log out`} onClick={askToSignOut} />
        </TopBarEnd>
      </TopBar>
      <ConnectionStatus />
      {hasPlayed && (
        <Suspense>
          <PlayWatch />
        </Suspense>
      )}
      <UpdateBar />
      <UnsettledNotice />
      <WaitingSlipsNotice />
      <PhoneHelp
        atEntry={
          <>
            <StorageNotice />
            <OutsideNotice />
          </>
        }
      />
    </>
  )
  return (
    <Shell top={top} bottom={<MemberTabs badge={badge} />}>
      <Pull />
      {children}
      <CreditLine />
    </Shell>
  )
}

/** The clock of this session of play. */
const PlayWatch = laterPart(
  async () => (await import(/* later */ '#features/limits/play-watch.tsx')).PlayWatch,
)

const PullToRefresh = optionalPart(async () => (await import('./pull-to-refresh.tsx')).PullToRefresh)

/** Pull to refresh, loaded with the first touch. */
function Pull() {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    const touched = () => setTouched(true)
    addEventListener('touchstart', touched, { once: true, passive: true })
    return () => removeEventListener('touchstart', touched)
  }, [])
  return (
    isTouched && (
      <Suspense>
        <PullToRefresh />
      </Suspense>
    )
  )
}

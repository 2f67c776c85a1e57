import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '#features/settings/language-switch.tsx'
import { SiteBrand } from '#features/settings/site-brand.tsx'
import { brandLinkClass } from '#ui/art/brand.tsx'
import { ChatIcon } from '#routes/-chat-entry.tsx'
import { OutsideNotice } from '#routes/-outside-notice.tsx'
import { useStaticData } from '#routes/-static-data.ts'
import { useChatBadge } from '#routes/-use-chat-badge.tsx'
import { Shell } from '#ui/frame/shell.tsx'
import { TabBar, TabFace } from '#ui/frame/tab-bar.tsx'
import { TopBar, TopBarEnd, TopNav } from '#ui/frame/top-bar.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { CreditLine } from './credit-line.tsx'
import { PhoneHelp } from './phone-help.tsx'
import { UpdateBar } from './update-bar.tsx'

const links = [
  { to: '/login', icon: 'home', label: <Trans>Home</Trans> },
  { to: '/register', icon: 'invite', label: <Trans>Register</Trans> },
  { to: '/contact', icon: 'chat', label: <Trans>Contact</Trans> },
] as const

/** The layout of a visitor's pages. */
export function VisitorLayout({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const badge = useChatBadge()
  const isEntry = useStaticData('isEntry')
  return (
    <Shell
      top={
        <>
          <TopBar wideOnly={isEntry}>
            <Link to="/login" className={brandLinkClass}>
              <SiteBrand />
            </Link>
            <TopNav label={t`Main menu`}>
              {links.map(({ to, icon, label }) => (
                <Link key={to} to={to}>
                  <TabFace icon={icon} small label={label} badge={to === '/contact' && badge} />
                </Link>
              ))}
            </TopNav>
            <TopBarEnd>
              <ChatIcon badge={badge} />
              <LanguageSwitch />
            </TopBarEnd>
          </TopBar>
          <ConnectionStatus />
          <UpdateBar />
          {/* Signing in says by itself that it is inside another app. */}
          <PhoneHelp elsewhere={<OutsideNotice />} />
        </>
      }
      bottom={
        <TabBar label={t`Main menu`}>
          {links.map(({ to, icon, label }) => (
            <Link key={to} to={to}>
              <TabFace icon={icon} label={label} badge={to === '/contact' && badge} />
            </Link>
          ))}
        </TabBar>
      }
    >
      {children}
      <CreditLine />
    </Shell>
  )
}

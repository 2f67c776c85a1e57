import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '#features/settings/language-switch.tsx'
import { SiteBrand } from '#features/settings/site-brand.tsx'
import { brandLinkClass } from '#ui/brand.tsx'
import { ChatIcon } from '#routes/-chat-entry.tsx'
import { useChatBadge } from '#routes/-use-chat-badge.tsx'
import { Shell } from '#ui/shell.tsx'
import { TabBar, TabFace } from '#ui/tab-bar.tsx'
import { TopBar, TopBarEnd, TopNav } from '#ui/top-bar.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { CreditLine } from './credit-line.tsx'
import { PhoneHelp } from './phone-help.tsx'
import { UpdateBar } from './update-bar.tsx'
import styles from './visitor-layout.module.css'

const links = [
  { to: '/login', icon: 'home', label: <Trans>Home</Trans> },
  { to: '/register', icon: 'invite', label: <Trans>Register</Trans> },
  { to: '/contact', icon: 'chat', label: <Trans>Contact</Trans> },
] as const

/** The layout of a visitor's pages. */
export function VisitorLayout({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const badge = useChatBadge()
  // From the rendered matches: after a sign-in the location is the next page's while this one is still shown.
  const atLogin = useMatches({ select: (matches) => matches.at(-1)?.pathname === '/login' })
  return (
    <Shell
      top={
        <>
          {/* On an upright phone, signing in brings logo and languages on a surface of its own. */}
          <TopBar className={atLogin ? styles.wideOnly : undefined}>
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
          <PhoneHelp />
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

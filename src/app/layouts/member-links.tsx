import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { IconWithBadge } from '#ui/tab-bar.tsx'

/** The bottom bar's links, in the top bar of a wide window. */
export function MemberLinks({ badge }: { badge: ReactNode }) {
  return (
    <>
      <Link to="/user/home">
        <Icon name="home" small />
        <Trans>Home</Trans>
      </Link>
      <Link to="/user/statement">
        <Icon name="receipt" small />
        <Trans>History</Trans>
      </Link>
      <Link
        to="."
        search={(search) => ({ ...search, open: 'conditions' as const })}
        state={{ modal: true }}
        resetScroll={false}
        activeOptions={{ includeSearch: true }}
      >
        <Icon name="terms" small />
        <Trans>Terms</Trans>
      </Link>
      <Link to="/user/contact">
        <IconWithBadge icon="chat" small badge={badge} />
        <Trans>Contact</Trans>
      </Link>
    </>
  )
}

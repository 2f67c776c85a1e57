import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { modalLink } from '#data/modal-link.ts'
import { TabFace } from '#ui/frame/tab-bar.tsx'

interface MemberLinksProps {
  badge: ReactNode
  /** Draws small icons, as in the top bar. */
  small?: boolean
  /** Stands in the middle of the links. */
  children?: ReactNode
}

/** The links of the bottom bar, which a wide window has in its top bar. */
export function MemberLinks({ badge, small, children }: MemberLinksProps) {
  return (
    <>
      <Link to="/user/home">
        <TabFace icon="home" small={small} label={<Trans>Home</Trans>} />
      </Link>
      <Link to="/user/statement">
        <TabFace icon="receipt" small={small} label={<Trans>History</Trans>} />
      </Link>
      {children}
      <Link {...modalLink('conditions')}>
        <TabFace icon="terms" small={small} label={<Trans>Terms</Trans>} />
      </Link>
      <Link to="/user/contact">
        <TabFace icon="chat" small={small} label={<Trans>Contact</Trans>} badge={badge} />
      </Link>
    </>
  )
}

import { Fragment } from 'react'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { HomeNotice } from './home-notice.tsx'
import { QrNotices } from './qr-notices.tsx'

interface HomeNoticesProps {
  /** A modal is open over the page. */
  covered: boolean
  onQr: (channel: QrChannel) => void
}

/**
 * The lines below the wallet. The key remounts them when a modal opens or closes, so that lines appear and vanish only then and
 * nothing moves under a finger.
 */
export function HomeNotices({ covered, onQr }: HomeNoticesProps) {
  return (
    <Fragment key={String(covered)}>
      <QrNotices covered={covered} onOpen={onQr} />
      <HomeNotice />
    </Fragment>
  )
}

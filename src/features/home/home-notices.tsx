import type { QrChannel } from '#api/contract/qr-channels.ts'
import { HomeNotice } from './home-notice.tsx'
import { QrNotices } from './qr-notices.tsx'

interface HomeNoticesProps {
  /** A modal is open over the page. */
  covered: boolean
  onQr: (channel: QrChannel) => void
}

/** The lines below the wallet. They appear and vanish only when a modal opens or closes, so that nothing moves under a finger. */
export const HomeNotices = ({ covered, onQr }: HomeNoticesProps) => (
  <>
    <QrNotices key={`qr ${covered}`} covered={covered} onOpen={onQr} />
    <HomeNotice key={`notice ${covered}`} />
  </>
)

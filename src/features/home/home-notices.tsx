import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { homeNoticeAtom } from '#data/home-notice.ts'
import { MovingNotice } from './moving-notice.tsx'
import { QrNotices } from './qr-notices.tsx'

interface HomeNoticesProps {
  /** A modal is open over the page. */
  covered: boolean
  onQr: (channel: QrChannel) => void
  onStatement: () => void
}

/** The lines below the wallet. They appear and vanish only when a modal opens or closes, so that nothing moves under a finger. */
export const HomeNotices = ({ covered, onQr, onStatement }: HomeNoticesProps) => (
  <>
    <MovingNotice covered={covered} onOpen={onStatement} />
    <QrNotices key={`qr ${covered}`} covered={covered} onOpen={onQr} onStatement={onStatement} />
    <HomeNotice key={`notice ${covered}`} />
  </>
)

/** Shows what was there to say when this was mounted: what comes later would move the games under a finger. */
function HomeNotice() {
  const notice = useAtomValue(homeNoticeAtom)
  const [isShown] = useState(notice !== null)
  return isShown && notice
}

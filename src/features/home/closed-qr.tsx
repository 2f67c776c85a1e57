import { Trans } from '@lingui/react/macro'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import type { CountedQr } from '#data/deposit/waiting-qrs.ts'
import { NoticeRow } from './notice-row.tsx'

export interface EndedQrProps {
  qr: CountedQr
  onOpen: (channel: QrChannel) => void
  onStatement: () => void
}

/** A QR that has ended, paid or not: the statement tells. */
export const ClosedQr = ({ qr, onStatement }: Pick<EndedQrProps, 'qr' | 'onStatement'>) => (
  <NoticeRow
    icon="qr"
    tone="plain"
    title={<Trans>The QR is no longer open</Trans>}
    satang={qr.amount}
    onOpen={onStatement}
  />
)

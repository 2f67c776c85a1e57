import { Trans } from '@lingui/react/macro'
import { closesDaily, type SlipHours } from '#lib/payments/slip-hours.ts'
import { Notice } from '#ui/message/notice.tsx'

interface SlipRulesNoticeProps {
  /** Undefined if they are unknown. */
  hours: SlipHours | undefined
}

/** The rules before an upload: how soon after the transfer, and the closing hours. */
export function SlipRulesNotice({ hours }: SlipRulesNoticeProps) {
  const { closedFrom: from = '', closedUntil: until = '' } = hours ?? {}
  return (
    <Notice icon="clock" title={<Trans>Upload the slip within 1 hour of the transfer</Trans>}>
      <Trans>An older slip is not accepted. The transfer must come from the account in your profile.</Trans>
      {hours && closesDaily(hours) && (
        <p>
          <Trans>
            Closed every day from {from} to {until}.
          </Trans>
        </p>
      )}
    </Notice>
  )
}

/** Says until when the upload is closed. */
export function SlipClosedNotice({ hours }: { hours: SlipHours }) {
  const { closedFrom: from, closedUntil: until } = hours
  if (!hours.enabled) {
    return (
      <Notice tone="gold" icon="clock" title={<Trans>Slip upload is not open right now</Trans>}>
        <Trans>Please keep the slip and contact us: your transfer is not lost.</Trans>
      </Notice>
    )
  }
  return (
    <Notice
      tone="gold"
      icon="clock"
      title={
        <Trans>
          Slip upload is closed from {from} to {until}
        </Trans>
      }
    >
      <Trans>
        Please keep the slip and upload it at {until}. If the transfer is then older than 1 hour, please
        contact us: it is not lost.
      </Trans>
    </Notice>
  )
}

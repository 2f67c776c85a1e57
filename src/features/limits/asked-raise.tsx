import { Trans, useLingui } from '@lingui/react/macro'
import { formatDateTimeShort } from '#i18n/format.ts'
import { OperationNotice, type ShownOperation } from '#operations/operation-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { useNow } from '#ui/use-now.ts'

interface AskedRaiseProps {
  /** What was asked for, in words. */
  asked: string
  /** When it may be confirmed. */
  since: string
  confirmation: ShownOperation
  /** Takes back what was asked for; undefined while another form shows it. */
  keeping: ShownOperation | undefined
  offline: boolean
  onConfirm: () => void
  onKeep: () => void
}

/** A higher limit that waits for 24 hours and a second yes. */
export function AskedRaise(props: AskedRaiseProps) {
  const { asked, since, confirmation, keeping, offline, onConfirm, onKeep } = props
  const { t } = useLingui()
  const now = useNow(30_000)
  const from = formatDateTimeShort(since)
  const isTime = Date.parse(since) <= now
  const { state } = confirmation
  // Another phone has asked for something else since it was shown here.
  const isOther = state.status === 'failed' && state.error.code === 'NO_DATA'
  return (
    <Notice
      icon="clock"
      title={<Trans>You asked for: {asked}</Trans>}
      action={
        <>
          {isTime && (
            <Button
              size="compact"
              variant="primary"
              loading={confirmation.busy}
              disabled={offline || keeping?.busy}
              onClick={onConfirm}
            >
              <Trans>Yes, raise it</Trans>
            </Button>
          )}
          <Button
            size="compact"
            loading={keeping?.busy}
            disabled={offline || confirmation.busy}
            onClick={onKeep}
          >
            <Trans>Keep it as it is</Trans>
          </Button>
        </>
      }
    >
      {isTime ? (
        <Trans>24 hours have passed. Do you still want it?</Trans>
      ) : (
        <Trans>You can confirm it from {from} on.</Trans>
      )}
      <OperationNotice
        operation={confirmation}
        refused={isOther ? t`What you asked for has changed. Please look again.` : undefined}
      />
      {keeping && <OperationNotice operation={keeping} />}
    </Notice>
  )
}

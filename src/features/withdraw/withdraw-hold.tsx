import { Trans, useLingui } from '@lingui/react/macro'
import { formatDate, formatTime } from '#i18n/format.ts'
import { Notice } from '#ui/notice.tsx'
import { useNow } from '#ui/use-now.ts'

/** Until when withdrawals are held because the bank account was changed; undefined if they are not (any more). */
export function useWithdrawHold(holdUntil: string | null | undefined): string | undefined {
  const now = useNow()
  return holdUntil && Date.parse(holdUntil) > now ? holdUntil : undefined
}

interface WithdrawHoldProps {
  /** ISO 8601. */
  until: string
  /** A withdrawal was just refused for it. */
  refused?: boolean
}

export function WithdrawHold({ until, refused }: WithdrawHoldProps) {
  const { t } = useLingui()
  const date = formatDate(until)
  const time = formatTime(until)
  return (
    <Notice tone={refused ? 'coral' : 'gold'} icon="lock" title={t`Withdrawals are on hold`}>
      <Trans>
        Your bank account was changed. For your safety you can withdraw again from {date} {time}. If it was
        not you who changed it, please contact us at once.
      </Trans>
    </Notice>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '#lib/money/money.ts'
import { Notice } from '#ui/message/notice.tsx'

const EXAMPLE = 10_000

/** The turnover that a deposit needs before a withdrawal, shown before the deposit. */
export function TurnoverRule({ times }: { times: number }) {
  const { t } = useLingui()
  const deposit = formatMoney(EXAMPLE)
  const stakes = formatMoney(EXAMPLE * times)
  return (
    <Notice tone="gold" title={t`Play before you withdraw`}>
      <Trans>
        You can withdraw once you have played your deposit {times}× in games. A deposit of {deposit} needs
        bets of {stakes} in all.
      </Trans>
    </Notice>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#i18n/format.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { sumSatang } from '#lib/money/money.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { toStatementFilter } from '../statement-filter.ts'
import { statementTotalsQueryOptions } from '../statement-totals-queries.ts'
import { rangeOf } from './periods.ts'
import type { ToolsProps } from './tool-props.ts'
import styles from './tools.module.css'

/** The days and the text by which the statement is filtered, with the total of all these rows; the filter can be cleared. */
export function ActiveFilter({ search, onFilter }: ToolsProps) {
  const { t } = useLingui()
  const { kinds, from, until, text } = search
  const isFiltered = Boolean(from ?? until ?? text)
  const { data: totals = [] } = useQuery({
    ...statementTotalsQueryOptions({
      by: 'month',
      range: rangeOf(search, serverNow()),
      filter: toStatementFilter(search),
    }),
    enabled: isFiltered,
  })
  if (!isFiltered) return null
  const moneyIn = sumSatang(totals.flatMap(({ deposits, bonuses }) => [deposits, bonuses]))
  const moneyOut = sumSatang(totals.map(({ withdrawals }) => withdrawals))
  const first = from && formatDate(from)
  const last = until && formatDate(until)
  return (
    <div className={styles.filter}>
      <output>
        {first && last ? `${first} – ${last}` : null}
        {first && !last && <Trans>From {first}</Trans>}
        {last && !first && <Trans>Until {last}</Trans>}
        {text && (
          <q>
            <bdi>{text}</bdi>
          </q>
        )}
        {moneyIn > 0 && <Amount satang={moneyIn} flow="in" />}
        {moneyOut > 0 && <Amount satang={moneyOut} flow="out" />}
      </output>
      <Button size="slim" icon="x" onClick={() => onFilter({ kinds })}>
        {t`Clear the search`}
      </Button>
    </div>
  )
}

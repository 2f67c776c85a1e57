import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#i18n/format.ts'
import { serverNow } from '#lib/clock.ts'
import { sumSatang } from '#lib/money.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { filterOf } from '../statement-filter.ts'
import { statementTotalsQueryOptions } from '../statement-totals-queries.ts'
import { rangeOf } from './periods.ts'
import type { ToolsProps } from './tool-props.ts'
import styles from './tools.module.css'

/** What the statement is narrowed to by days or a search, with the total of all its rows; it can be cleared. */
export function NarrowingLine({ narrowing, onNarrow }: ToolsProps) {
  const { t } = useLingui()
  const { kinds, from, until, search } = narrowing
  const isNarrowed = Boolean(from ?? until ?? search)
  const { data: totals = [] } = useQuery({
    ...statementTotalsQueryOptions('month', rangeOf(narrowing, serverNow()), filterOf(narrowing)),
    enabled: isNarrowed,
  })
  if (!isNarrowed) return null
  const moneyIn = sumSatang(totals.flatMap(({ deposits, bonuses }) => [deposits, bonuses]))
  const moneyOut = sumSatang(totals.map(({ withdrawals }) => withdrawals))
  const first = from && formatDate(from)
  const last = until && formatDate(until)
  return (
    <div className={styles.narrowing}>
      <output>
        {first && last ? `${first} – ${last}` : null}
        {first && !last && <Trans>From {first}</Trans>}
        {last && !first && <Trans>Until {last}</Trans>}
        {search && (
          <q>
            <bdi>{search}</bdi>
          </q>
        )}
        {moneyIn > 0 && <Amount satang={moneyIn} flow="in" />}
        {moneyOut > 0 && <Amount satang={moneyOut} flow="out" />}
      </output>
      <Button size="slim" icon="x" onClick={() => onNarrow({ kinds })}>
        {t`Clear the search`}
      </Button>
    </div>
  )
}

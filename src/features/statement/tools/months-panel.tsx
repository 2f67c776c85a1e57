import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StatementTotal } from '#api/contract/statement-figures.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { serverNow } from '#lib/dates/clock.ts'
import { Amount } from '#ui/amount.tsx'
import { Choices } from '#ui/form/choices.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { statementTotalsQueryOptions } from '../statement-totals-queries.ts'
import { MonthHeadings } from './month-headings.tsx'
import { MonthsChart } from './months-chart.tsx'
import { formatMonth, lastMonths, lastOf } from './periods.ts'
import type { ToolsProps } from './tool-props.ts'
import styles from './tools.module.css'

const monthsShown = 12

const nothing = { count: 0, deposits: 0, withdrawals: 0, bonuses: 0, won: 0, lost: 0 }

/** What the last twelve months brought and took, as pictures and in figures. All of the statement, however it is filtered. */
export function MonthsPanel({ offline }: Pick<ToolsProps, 'offline'>) {
  const { t } = useLingui()
  const months = lastMonths(monthsShown, serverNow())
  const [first = '', last = ''] = [months[0], months.at(-1)]
  const query = useQuery(statementTotalsQueryOptions({ by: 'month', range: [`${first}-01`, lastOf(last)] }))
  const [chosen = last, choose] = useState<string>()
  if (!query.data) {
    return query.isError || offline ? (
      <LoadFailed queries={[query]} title={t`The totals could not be loaded`} />
    ) : (
      <SkeletonRows count={3} label={t`Loading the totals`} />
    )
  }
  const totals = months.map(
    (month): StatementTotal =>
      query.data.find(({ period }) => period === month) ?? { period: month, ...nothing },
  )
  const isEmpty = totals.every((each) =>
    [each.deposits, each.withdrawals, each.bonuses, each.won ?? 0, each.lost ?? 0].every((sum) => sum === 0),
  )
  // No picture: the statement below has one where it is empty too.
  if (isEmpty) return <output className={styles.soft}>{t`Nothing here yet`}</output>
  const shown = totals.find(({ period }) => period === chosen) ?? { period: chosen, ...nothing }
  return (
    <div className={styles.months}>
      <MonthsChart
        title={t`Deposits and withdrawals`}
        up={t`Deposits`}
        down={t`Withdrawals`}
        chosen={chosen}
        months={totals.map(({ period, deposits, withdrawals }) => ({
          month: period,
          up: deposits,
          down: withdrawals,
        }))}
      />
      <MonthsChart
        title={t`Won and lost in games`}
        up={t`Won`}
        down={t`Lost`}
        chosen={chosen}
        months={totals.map(({ period, won, lost }) => ({ month: period, up: won ?? 0, down: lost ?? 0 }))}
      />
      <Choices
        label={t`Month`}
        layout="scroll"
        options={months.toReversed().map((month) => ({ value: month, label: formatMonth(month) }))}
        value={chosen}
        onChange={choose}
      />
      <dl className={styles.figures} aria-live="polite" aria-label={formatMonth(chosen)}>
        <Figure name={t`Deposits`} satang={shown.deposits} flow="in" />
        <Figure name={t`Withdrawals`} satang={shown.withdrawals} flow="out" />
        <Figure name={t`Bonuses and cashback`} satang={shown.bonuses} flow="in" />
        <Figure name={t`Won`} satang={shown.won ?? 0} flow="in" />
        <Figure name={t`Lost`} satang={shown.lost ?? 0} flow="out" />
      </dl>
      {/* A table itself is never narrower than its words. */}
      <div className="visually-hidden">
        <table>
          <caption>
            <Trans>Totals by month in baht</Trans>
          </caption>
          <thead>
            <tr>
              <MonthHeadings />
              <th scope="col">{t`Won`}</th>
              <th scope="col">{t`Lost`}</th>
            </tr>
          </thead>
          <tbody>
            {totals.map(({ period, deposits, withdrawals, bonuses, won, lost }) => (
              <tr key={period}>
                <th scope="row">{formatMonth(period)}</th>
                {[deposits, withdrawals, bonuses, won ?? 0, lost ?? 0].map((satang, index) => (
                  // The columns never change.
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={index}>
                    <Amount satang={satang} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Figure({ name, satang, flow }: { name: string; satang: number; flow: 'in' | 'out' }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Amount satang={satang} flow={satang > 0 ? flow : undefined} />
      </dd>
    </div>
  )
}

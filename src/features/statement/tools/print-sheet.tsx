import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { rowOutcomeOf } from '#data/wallet/statement-outcome.ts'
import { useSiteInfo } from '#data/site/use-site-info.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { formatDate, formatDateTime } from '#i18n/format.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { formatSatang } from '#lib/money/money.ts'
import { flowSigns } from '#ui/amount.tsx'
import { activityOf, flowOf } from '../statement-rules.ts'
import { activityText, outcomeTexts } from '../statement-texts.ts'
import { MonthHeadings } from './month-headings.tsx'
import { formatMonth, type Range } from './periods.ts'
import styles from './print-sheet.module.css'
import type { Printed } from './read-printed.ts'

interface PrintSheetProps extends Printed {
  range: Range
  gameName: (code: string) => string
  onPrinted: () => void
}

/** Only on paper: it takes the page's place there, and opens the browser's print dialog once it is drawn. */
export function PrintSheet({ rows, months, range, gameName, onPrinted }: PrintSheetProps) {
  const { t } = useLingui()
  const site = useSiteInfo()
  const { data: wallet } = useQuery(walletQueryOptions)
  const done = useEffectEvent(onPrinted)
  useEffect(() => {
    const end = () => done()
    addEventListener('afterprint', end)
    // The cleanup can still stop a print that waits for a task of its own: StrictMode runs effects twice in development.
    const printing = setTimeout(() => print())
    return () => {
      clearTimeout(printing)
      removeEventListener('afterprint', end)
    }
  }, [])
  const oldest = rows.at(-1)?.createdAt ?? range[0]
  const [first, last] = [formatDate(oldest), formatDate(range[1])]
  const at = formatDateTime(serverNow())
  return createPortal(
    <article className={styles.sheet}>
      <header>
        <h1>
          {site?.name} · <Trans>Statement</Trans>
        </h1>
        <p>
          {wallet?.profile.name} · {wallet?.profile.username}
        </p>
        <p>
          {first} – {last}
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`Time`}</th>
            <th scope="col">{t`Activity`}</th>
            <th scope="col">{t`Status`}</th>
            <th scope="col" className={styles.amount}>{t`Amount in baht`}</th>
            <th scope="col" className={styles.amount}>{t`Wallet after this`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const flow = flowOf(row)
            return (
              // Rows of one moment have no name of their own, and the sheet never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>{formatDateTime(row.createdAt)}</td>
                <td>
                  {t(activityText(activityOf(row), gameName))}
                  {row.reference && <small translate="no">{row.reference}</small>}
                  {row.note && <small>{row.note}</small>}
                </td>
                <td>{t(outcomeTexts[rowOutcomeOf(row.status)])}</td>
                <td className={styles.amount}>
                  {flow && flowSigns[flow]}
                  {formatSatang(row.amount)}
                </td>
                <td className={styles.amount}>
                  {typeof row.balanceAfter === 'number' && formatSatang(row.balanceAfter)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {months.length > 0 && (
        <table className={styles.months}>
          <thead>
            <tr>
              <MonthHeadings />
            </tr>
          </thead>
          <tbody>
            {months.map(({ period, deposits, withdrawals, bonuses }) => (
              <tr key={period}>
                <th scope="row">{formatMonth(period)}</th>
                <td className={styles.amount}>{formatSatang(deposits)}</td>
                <td className={styles.amount}>{formatSatang(withdrawals)}</td>
                <td className={styles.amount}>{formatSatang(bonuses)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <footer>
        <Trans>As of {at}</Trans>
      </footer>
    </article>,
    document.body,
  )
}

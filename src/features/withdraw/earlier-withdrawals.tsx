import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { statementQueryOptions } from '#data/statement-queries.ts'
import { currentLocale } from '#i18n/activate.ts'
import { formatRelative } from '#i18n/format.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { Disc } from '#ui/disc.tsx'
import { Notice } from '#ui/notice.tsx'
import { useNow } from '#ui/use-now.ts'
import { earlierWithdrawals } from './withdraw-rules.ts'
import styles from './withdraw-sheet.module.css'

/** Withdrawals that the bank has not paid yet, and one that was returned. Renders nothing if there are none. */
export function EarlierWithdrawals() {
  const { t } = useLingui()
  const now = useNow(30_000)
  const { data } = useQuery({ ...statementQueryOptions({ page: 1 }, 'withdraw'), refetchOnMount: 'always' })
  const { waiting, returned } = earlierWithdrawals(data?.statements ?? [], now)
  return (
    <>
      {returned && (
        <Notice tone="gold" icon="refund" title={t`Your last withdrawal came back`}>
          <Trans>
            The bank did not take <Amount satang={returned.amount} />. The money is in your wallet again.
            Please check the account below, then withdraw once more or contact us.
          </Trans>
        </Notice>
      )}
      {waiting.length > 0 && (
        <Card as="ul" rows aria-label={t`On its way to the bank`}>
          {waiting.map((row) => (
            <li key={`${row.createdAt} ${waiting.indexOf(row)}`} className={styles.waiting}>
              <Disc icon="send" tone="sky" size="small" />
              <span>
                {t`On its way to the bank`}
                <small>{formatRelative(row.createdAt, now, currentLocale())}</small>
              </span>
              <b>
                <Amount satang={row.amount} />
              </b>
            </li>
          ))}
        </Card>
      )}
    </>
  )
}

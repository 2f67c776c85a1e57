import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Statement } from '#api/contract/statement.ts'
import { Copy } from '#data/copy.tsx'
import { banksQueryOptions } from '#data/site-config-queries.ts'
import { outcomeOf } from '#data/statement-outcome.ts'
import { trueWallet } from '#data/statement-queries.ts'
import { currentLocale } from '#i18n/activate.ts'
import { bankName } from '#i18n/bank-name.ts'
import { formatDateTime, formatRelative } from '#i18n/format.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { Disc } from '#ui/disc.tsx'
import { Status } from '#ui/status.tsx'
import { RowAmount } from './row-amount.tsx'
import { activityOf, faceOf } from './statement-rules.ts'
import { activityText, outcomeTexts } from './statement-texts.ts'
import styles from './row-details.module.css'

interface RowDetailsProps {
  id: string
  row: Statement
  now: number
}

/** Everything that is known of a row. */
export function RowDetails({ id, row, now }: RowDetailsProps) {
  const { t } = useLingui()
  const outcome = outcomeOf(row.status)
  const { createdAt, reference, balanceAfter, note } = row
  return (
    <dl id={id} className={styles.details}>
      <Fact name={<Trans>Status</Trans>}>
        <Status tone={outcome}>{t(outcomeTexts[outcome])}</Status>
      </Fact>
      <Fact name={<Trans>Time</Trans>}>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        <small>{formatRelative(createdAt, now, currentLocale())}</small>
      </Fact>
      <Channel row={row} />
      {typeof balanceAfter === 'number' && (
        <Fact name={<Trans>Wallet after this</Trans>}>
          <Amount satang={balanceAfter} />
        </Fact>
      )}
      {reference && (
        <Fact
          name={<Trans>Reference</Trans>}
          copy={<Copy text={reference} what={t`Reference`} label={t`Copy the reference`} />}
        >
          <span translate="no">{reference}</span>
        </Fact>
      )}
      {note && <Fact name={<Trans>Note</Trans>}>{note}</Fact>}
    </dl>
  )
}

/** Beside the list: the details with what they are about. */
export function RowDetailsCard({
  gameName,
  ...details
}: RowDetailsProps & { gameName: (code: string) => string }) {
  const { t } = useLingui()
  const { row } = details
  const activity = activityOf(row)
  return (
    <Card as="section" aria-label={t`Details`} className={styles.card}>
      <div className={styles.head}>
        <Disc {...faceOf(activity.kind, outcomeOf(row.status))} />
        <h2>{t(activityText(activity, gameName))}</h2>
        <RowAmount row={row} className={styles.figure} />
      </div>
      <RowDetails {...details} />
    </Card>
  )
}

/** The bank or payment channel of money from or to the outside. */
function Channel({ row: { statementType, from, to, channel } }: { row: Statement }) {
  const { i18n } = useLingui()
  const isOutside = statementType === 'deposit' || statementType === 'withdraw'
  const code = isOutside ? channel || (statementType === 'deposit' ? from : to) : channel
  const { data: banks } = useQuery({ ...banksQueryOptions, enabled: code !== '' })
  if (code === '') return null
  const bank = banks?.find((one) => one.code === code)
  return (
    <Fact name={<Trans>Channel</Trans>}>
      {code === trueWallet ? 'TrueMoney' : bank ? bankName(bank, i18n.locale) : code}
    </Fact>
  )
}

function Fact({ name, copy, children }: { name: ReactNode; copy?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        <span>{children}</span>
        {copy}
      </dd>
    </div>
  )
}

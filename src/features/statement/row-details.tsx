import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Statement } from '#api/contract/statement.ts'
import { Copy } from '#components/copy.tsx'
import { rowOutcomeOf, type RowOutcome } from '#data/wallet/statement-outcome.ts'
import { currentLocale } from '#i18n/activate.ts'
import { formatDateTime, formatRelative } from '#i18n/format.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/list/card.tsx'
import { Disc } from '#ui/art/disc.tsx'
import { Status } from '#ui/message/status.tsx'
import { RowAmount } from './row-amount.tsx'
import { activityOf, faceOf } from './statement-rules.ts'
import { activityText, outcomeTexts } from './statement-texts.ts'
import { useSides } from './use-sides.ts'
import styles from './row-details.module.css'

interface RowDetailsProps {
  id: string
  row: Statement
  now: number
  gameName: (code: string) => string
  actions?: ReactNode
  /** They stand below the row, which says the status itself unless it is done. */
  inRow?: boolean
}

/** Everything that is known of a row. */
export function RowDetails({ id, row, now, gameName, actions, inRow = false }: RowDetailsProps) {
  const { t } = useLingui()
  const outcome = rowOutcomeOf(row.status)
  const { createdAt, reference, balanceAfter, fee, note, withdrawal } = row
  const { channel, from, to } = useSides(row, gameName)
  return (
    <div id={id} className={styles.details}>
      <dl>
        {!(inRow && outcome !== 'done') && (
          <Fact name={<Trans>Status</Trans>}>
            <Status tone={outcome}>{t(outcomeTexts[outcome])}</Status>
          </Fact>
        )}
        <Fact name={<Trans>Time</Trans>}>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          <small>{formatRelative(createdAt, now, currentLocale())}</small>
        </Fact>
        {withdrawal && <WithdrawalFacts withdrawal={withdrawal} outcome={outcome} />}
        {channel && <Fact name={<Trans>Channel</Trans>}>{channel}</Fact>}
        {from && <Fact name={<Trans>From</Trans>}>{from}</Fact>}
        {to && <Fact name={<Trans>To</Trans>}>{to}</Fact>}
        {typeof fee === 'number' && (
          <Fact name={<Trans>Fee</Trans>}>
            <Amount satang={fee} />
          </Fact>
        )}
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
            <span className={styles.reference} translate="no">
              {reference}
            </span>
          </Fact>
        )}
        {note && <Fact name={<Trans>Note</Trans>}>{note}</Fact>}
      </dl>
      {actions}
    </div>
  )
}

/** Beside the list: the details with what they are about. */
export function RowDetailsCard(details: RowDetailsProps) {
  const { t } = useLingui()
  const { row, gameName } = details
  const activity = activityOf(row)
  return (
    <Card as="section" aria-label={t`Details`} className={styles.card}>
      <div className={styles.head}>
        <Disc {...faceOf(activity.kind, rowOutcomeOf(row.status))} />
        <h2>{t(activityText(activity, gameName))}</h2>
        <RowAmount row={row} className={styles.figure} />
      </div>
      <RowDetails {...details} />
    </Card>
  )
}

interface WithdrawalFactsProps {
  withdrawal: NonNullable<Statement['withdrawal']>
  outcome: RowOutcome
}

/** When each further step of a withdrawal was, and when the last one should be. */
function WithdrawalFacts({ withdrawal, outcome }: WithdrawalFactsProps) {
  const { handedAt, endedAt, expectedAt, isCancelled } = withdrawal
  const end =
    outcome === 'done' ? (
      <Trans>Arrived</Trans>
    ) : isCancelled ? (
      <Trans>Cancelled</Trans>
    ) : (
      <Trans>Came back</Trans>
    )
  return (
    <>
      {handedAt && (
        <Fact name={<Trans>With the bank</Trans>}>
          <time dateTime={handedAt}>{formatDateTime(handedAt)}</time>
        </Fact>
      )}
      {endedAt && (
        <Fact name={end}>
          <time dateTime={endedAt}>{formatDateTime(endedAt)}</time>
        </Fact>
      )}
      {expectedAt && (
        <Fact name={<Trans>Expected</Trans>}>
          <time dateTime={expectedAt}>{formatDateTime(expectedAt)}</time>
        </Fact>
      )}
    </>
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

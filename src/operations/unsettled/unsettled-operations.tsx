import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type LogEntry, closeLogEntry, unsettledOperations } from '../operation-log.ts'
import { isOperationId, nextSteps, operationNames } from '../operation-names.ts'
import { ComparisonNotice } from '../comparison-notice.tsx'
import {
  type Comparison,
  neverArrived,
  type OperationReport,
  type Outcome,
  refusalIn,
  wheelAnswerIn,
} from '../outcome.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { spinErrorWords } from '#errors/wheel-errors.ts'
import { formatTime } from '#i18n/format.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './unsettled-operations.module.css'
import { useOutcome } from './use-outcome.ts'

const tones: Record<Outcome, 'sky' | 'jade' | 'coral' | 'gold'> = {
  asking: 'sky',
  done: 'jade',
  failed: 'coral',
  'never-arrived': 'gold',
  compared: 'gold',
  forgotten: 'gold',
}

/**
 * What the member confirmed and never saw the end of, because the page was closed or the phone died: asked after, and told
 * until the member has put it away.
 */
export function UnsettledOperations() {
  const { t } = useLingui()
  const [entries, setEntries] = useState(() => unsettledOperations().filter(({ act }) => isOperationId(act)))
  if (entries.length === 0) return null
  const close = (key: string) => {
    closeLogEntry(key)
    setEntries((shown) => shown.filter((one) => one.key !== key))
  }
  return (
    <section className={styles.operations} aria-label={t`Left unfinished`}>
      {entries.map((entry) => (
        <UnsettledOperation key={entry.key} entry={entry} onClose={() => close(entry.key)} />
      ))}
    </section>
  )
}

function UnsettledOperation({ entry, onClose }: { entry: LogEntry; onClose: () => void }) {
  const { t } = useLingui()
  const { outcome, report: found } = useOutcome(entry)
  const comparison: Comparison | undefined = found?.status === 'compared' ? found : undefined
  const report = found?.status === 'compared' ? undefined : found
  const known = isOperationId(entry.act) ? entry.act : undefined
  const nextStep = outcome === 'done' && known && nextSteps[known]
  const isRefused = outcome === 'done' && report && wheelAnswerIn(report).refused !== undefined
  const tone = isRefused ? 'coral' : nextStep ? 'gold' : tones[outcome]
  return (
    <Notice
      tone={tone}
      icon={tone === 'jade' ? 'check' : outcome === 'asking' ? 'refresh' : undefined}
      title={
        <>
          {known && t(operationNames[known])}
          {entry.amount !== undefined && (
            <>
              {' '}
              <Amount satang={entry.amount} />
            </>
          )}
          {' · '}
          {formatTime(entry.at)}
        </>
      }
      action={
        (outcome !== 'asking' || comparison) && (
          <Button size="compact" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )
      }
    >
      <output>
        {comparison && <ComparisonNotice comparison={comparison} />}
        {outcome === 'asking' && !comparison && (
          <Trans>The app was closed before the answer came. Asking what became of it.</Trans>
        )}
        {outcome === 'done' && (nextStep ? t(nextStep) : <Done report={report} />)}
        {outcome === 'failed' && report && wordsFor(refusalIn(report))}
        {outcome === 'never-arrived' && wordsFor(neverArrived())}
        {outcome === 'forgotten' && (
          <Trans>We cannot find out any more. Please look at the balance and the statement.</Trans>
        )}
      </output>
    </Notice>
  )
}

/** The wheel answers a refusal as done, and says the prize to nobody else. */
function Done({ report }: { report: OperationReport | undefined }) {
  const { prize, refused } = report ? wheelAnswerIn(report) : {}
  if (refused !== undefined) return spinErrorWords(refused)
  return prize === undefined ? <Trans>It went through.</Trans> : <Trans>You won: {prize}</Trans>
}

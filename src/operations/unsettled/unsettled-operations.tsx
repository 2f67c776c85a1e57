import { Trans, useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { type LogEntry, closedKeysAtom, closeLogEntry, leftEntriesAtom } from '../operation-log.ts'
import { ComparisonNotice } from '../comparison-notice.tsx'
import { type Comparison, neverArrived, type Outcome, refusalIn } from '../outcome.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { refusalWords } from '#errors/refusal-words.ts'
import { formatTime } from '#i18n/format.ts'
import { Amount, useMoneyWords } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { Notice, noticesClass } from '#ui/message/notice.tsx'
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
 * The operations whose outcome the member has not seen, because their screen or the page was closed, or the phone died. The server
 * is asked for each outcome, which shows until the member dismisses it. `earlier`: those of earlier pages.
 */
export function UnsettledOperations({ earlier }: { earlier: readonly LogEntry[] }) {
  const { t } = useLingui()
  const left = useAtomValue(leftEntriesAtom)
  const closed = useAtomValue(closedKeysAtom)
  const entries = [...earlier, ...left].filter(({ key }) => !closed.includes(key))
  if (entries.length === 0) return null
  return (
    <section className={noticesClass} aria-label={t`Pending`}>
      {entries.map((entry) => (
        <UnsettledOperation key={entry.key} entry={entry} onClose={() => closeLogEntry(entry.key)} />
      ))}
    </section>
  )
}

interface UnsettledOperationProps {
  entry: LogEntry
  /** Called once its outcome is known, or can never be known. Whatever waits for that keeps the notice until then. */
  onKnown?: () => void
  onClose: () => void
}

/** One of them, with its outcome. */
export function UnsettledOperation({ entry, onKnown, onClose }: UnsettledOperationProps) {
  const { t } = useLingui()
  const { outcome, operation, report: found } = useOutcome(entry)
  const isKnown = outcome !== 'asking'
  const tell = useEffectEvent(() => onKnown?.())
  useEffect(() => {
    if (isKnown) tell()
  }, [isKnown])
  const moneyWords = useMoneyWords()
  const comparison: Comparison | undefined = found?.status === 'compared' ? found : undefined
  const report = found?.status === 'compared' ? undefined : found
  const ended = outcome === 'done' ? operation?.ended?.(report?.reply, entry) : undefined
  const tone = ended?.tone ?? tones[outcome]
  const asking = <Trans>Checking the result. Nothing is sent twice.</Trans>
  return (
    <Notice
      tone={tone}
      icon={tone === 'jade' ? 'check' : outcome === 'asking' ? 'refresh' : undefined}
      title={
        <>
          {operation && <>{t(operation.name)} </>}
          {entry.amount !== undefined && <Amount satang={entry.amount} />}
          {(operation || entry.amount !== undefined) && ' · '}
          {formatTime(entry.at)}
        </>
      }
      action={
        // The button is there from the start: if it came with the outcome, it would push the page down.
        <Button size="compact" disabled={!isKnown && (!comparison || Boolean(onKnown))} onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <output>
        {comparison ? (
          <ComparisonNotice comparison={comparison}>{asking}</ComparisonNotice>
        ) : (
          outcome === 'asking' && asking
        )}
        {outcome === 'done' && (ended?.words ?? <Trans>It went through.</Trans>)}
        {outcome === 'failed' && report && refusalWords(refusalIn(report), moneyWords)}
        {outcome === 'never-arrived' && wordsFor(neverArrived())}
        {outcome === 'forgotten' && (
          <Trans>The result can no longer be checked. Please check your balance and statement.</Trans>
        )}
      </output>
    </Notice>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { WithdrawBlock } from '#data/wallet/withdraw-blocks.ts'
import { currentLocale } from '#i18n/activate.ts'
import { formatRelative } from '#i18n/format.ts'
import { sumSatang } from '#lib/money/money.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/list/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { useNow } from '#ui/use-now.ts'
import {
  cameBack,
  maxPendingRule,
  payoutsStopped,
  refusedByStaff,
  type StatusWords,
  waitsForGames,
  wordsOf,
} from './status-words.tsx'
import { StepNews, WithdrawalSteps } from './withdrawal-steps.tsx'
import { followed, keyOf, returnedWithdrawal, stepOf, type WithdrawalRow } from './withdraw-rules.ts'
import styles from './withdraw-sheet.module.css'

interface WithdrawStatusProps {
  /** The worst first. */
  blocks: readonly WithdrawBlock[]
  isStopped: boolean
  /** The newest withdrawals, newest first. */
  rows: readonly WithdrawalRow[]
  /** Satang that wait for the games. */
  forGames: number
  maxPending?: number | null | undefined
}

interface Entry extends StatusWords {
  key: string
  tone: 'gold' | 'jade' | 'sky'
  satang?: number
}

/**
 * Everything that is to be known before a withdrawal, in one card, the worst first. One entry is open at a time, so that the
 * amount and its button stay in sight on a small phone. Renders nothing if there is nothing.
 */
export function WithdrawStatus({ blocks, isStopped, rows, forGames, maxPending }: WithdrawStatusProps) {
  const now = useNow(30_000)
  const live = useFollowed(rows)
  const [chosen, setChosen] = useState<string>()
  const returned = returnedWithdrawal(rows, now)
  const entries: Entry[] = [
    ...blocks.map((block) => ({ key: block.kind, tone: 'gold' as const, ...wordsOf(block) })),
    ...(returned ? [cameBackEntry(returned)] : []),
    ...(isStopped ? [{ key: 'stopped', tone: 'gold' as const, ...payoutsStopped }] : []),
    ...(forGames > 0 ? [{ key: 'games', tone: 'sky' as const, ...waitsForGames(forGames) }] : []),
    ...(live.length > 0 ? [onTheWay(live, now, maxPending)] : []),
  ]
  // An entry that the member opened or closed stays so while it is listed. A shared `name` of the details would not do: the browser
  // closes one that is inserted open beside another.
  const open = chosen === '' || entries.some(({ key }) => key === chosen) ? chosen : entries[0]?.key
  return (
    <>
      {live.map((row) => (
        <StepNews key={keyOf(row)} step={stepOf(row)} />
      ))}
      {entries.length > 0 && (
        <Card as="section" rows>
          {entries.map(({ key, icon, tone, title, satang, text, action }) => (
            <details key={key} open={key === open} className={styles.status}>
              <summary
                onClick={(event) => {
                  event.preventDefault()
                  setChosen(key === open ? '' : key)
                }}
              >
                <Icon name={icon} className={styles[tone]} />
                <span className={styles.words}>
                  <b>{title}</b>
                  {satang !== undefined && <Amount satang={satang} />}
                </span>
                <Icon name="down" small className={styles.arrow} />
              </summary>
              <div>
                <div>{text}</div>
                {action && <div>{action}</div>}
              </div>
            </details>
          ))}
        </Card>
      )}
    </>
  )
}

/** The withdrawals that are pending, and those that were when the sheet was opened and have arrived since. */
function useFollowed(rows: readonly WithdrawalRow[]): WithdrawalRow[] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const live = followed(rows, seen)
  if (live.some((row) => !seen.has(keyOf(row)))) setSeen(new Set([...seen, ...live.map(keyOf)]))
  return live
}

function cameBackEntry(row: WithdrawalRow): Entry {
  const { amount } = row
  return {
    key: 'returned',
    tone: 'gold',
    ...(stepOf(row) === 'refused' ? { ...refusedByStaff, satang: amount } : cameBack(amount)),
  }
}

function onTheWay(live: readonly WithdrawalRow[], now: number, maxPending?: number | null): Entry {
  const isOver = live.every((row) => stepOf(row) === 'arrived')
  return {
    key: 'live',
    icon: isOver ? 'check' : 'send',
    tone: isOver ? 'jade' : 'sky',
    title: isOver ? <Trans>The money is in your account</Trans> : <Trans>Your money is on its way</Trans>,
    satang: sumSatang(live.map(({ amount }) => amount)),
    text: <Followed live={live} now={now} maxPending={maxPending} />,
  }
}

interface FollowedProps {
  live: readonly WithdrawalRow[]
  now: number
  maxPending?: number | null | undefined
}

function Followed({ live, now, maxPending }: FollowedProps) {
  const { t } = useLingui()
  return (
    <>
      <ul className={styles.followed} aria-label={t`Your money is on its way`}>
        {live.map((row) => {
          return (
            <li key={keyOf(row)}>
              <small>
                {live.length > 1 && (
                  <>
                    <Amount satang={row.amount} /> ·{' '}
                  </>
                )}
                {formatRelative(row.createdAt, now, currentLocale())}
              </small>
              <WithdrawalSteps row={row} now={now} />
            </li>
          )
        })}
      </ul>
      {maxPending ? <small>{maxPendingRule(maxPending)}</small> : null}
    </>
  )
}

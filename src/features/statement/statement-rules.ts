import { WALLET } from '#api/contract/wallet.ts'
import { type Statement, type StatementType, statementTypes } from '#api/contract/statement.ts'
import type { RowOutcome } from '#data/wallet/statement-outcome.ts'
import { bangkokDay } from '#i18n/format.ts'
import type { IconName } from '#ui/icon.tsx'
import type { Tone } from '#ui/art/disc.tsx'

/** A bonus whose reward goes back to the site, out of the wallet or a game. Else the member keeps it. Only our server tells, as it does fees. */
export const isTakenBack = ({
  statementType,
  from,
  fee,
}: Pick<Statement, 'statementType' | 'from' | 'fee'>): boolean =>
  statementType === 'finish_bonus' && from !== '' && fee !== undefined

/** The direction of the money, for its sign; a transfer between the member's own accounts has none. */
export function flowOf(row: Pick<Statement, 'statementType' | 'from' | 'fee'>): 'in' | 'out' | undefined {
  const { statementType } = row
  if (statementType === 'deposit' || statementType === 'bonus') return 'in'
  return statementType === 'withdraw' || isTakenBack(row) ? 'out' : undefined
}

const sources = ['promotion', 'invite', 'refund', 'luckydraw'] as const
export type RowActivity =
  | { kind: Exclude<StatementType, 'transfer'> | (typeof sources)[number] | 'taken-back' | 'other' }
  | { kind: 'to-game' | 'from-game'; game: string }
  | { kind: 'between-games'; from: string; to: string }

/** What happened, as data for a text. Games are given by their codes. */
export function activityOf(row: Statement): RowActivity {
  const { from, to, description } = row
  const type = statementTypes.find((one) => one === row.statementType) ?? 'other'
  if (type === 'bonus') {
    return { kind: sources.find((source) => source === description.toLowerCase()) ?? 'bonus' }
  }
  if (isTakenBack(row)) return { kind: 'taken-back' }
  if (type !== 'transfer') return { kind: type }
  if (to === WALLET) return { kind: 'from-game', game: from }
  return from === WALLET || from === '' ? { kind: 'to-game', game: to } : { kind: 'between-games', from, to }
}

const faces: Record<RowActivity['kind'], { icon: IconName; tone: Tone }> = {
  deposit: { icon: 'deposit', tone: 'jade' },
  withdraw: { icon: 'withdraw', tone: 'plain' },
  bonus: { icon: 'gift', tone: 'gold' },
  promotion: { icon: 'ticket', tone: 'gold' },
  invite: { icon: 'invite', tone: 'gold' },
  refund: { icon: 'refund', tone: 'jade' },
  luckydraw: { icon: 'wheel', tone: 'gold' },
  finish_bonus: { icon: 'check', tone: 'plain' },
  'taken-back': { icon: 'gift', tone: 'plain' },
  other: { icon: 'wallet', tone: 'plain' },
  'to-game': { icon: 'swap', tone: 'plain' },
  'from-game': { icon: 'swap', tone: 'plain' },
  'between-games': { icon: 'swap', tone: 'plain' },
}

/** What still waits does not have the colour of money that has come. */
export function faceOf(kind: RowActivity['kind'], outcome: RowOutcome): { icon: IconName; tone: Tone } {
  const { icon, tone } = faces[kind]
  const tones: Record<RowOutcome, Tone> = { done: tone, failed: 'coral', waiting: 'plain' }
  return { icon, tone: tones[outcome] }
}

/** Groups consecutive rows of the same day in Bangkok. */
export function groupByDay<Row extends { createdAt: string }>(rows: readonly Row[]) {
  const days: { day: string; rows: Row[] }[] = []
  for (const row of rows) {
    const day = bangkokDay(row.createdAt)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

/**
 * A key for each row, newest first, that stays its own when newer rows come above it. Rows of one moment are counted from the
 * oldest.
 */
export function rowKeys(rows: readonly Pick<Statement, 'createdAt'>[]): string[] {
  const seen = new Map<string, number>()
  return rows
    .toReversed()
    .map(({ createdAt }) => {
      const count = (seen.get(createdAt) ?? 0) + 1
      seen.set(createdAt, count)
      return `${createdAt} ${count}`
    })
    .toReversed()
}

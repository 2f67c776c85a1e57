import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Statement } from '#api/contract/statement.ts'
import { outcomeOf } from '#data/statement-outcome.ts'
import { bangkokDay, formatDate, formatDateTime } from '#i18n/format.ts'
import { plainAmount } from '#lib/money.ts'
import { toCsv } from './csv.ts'
import { activityOf, flowOf } from './statement-rules.ts'
import { activityText, outcomeTexts } from './statement-texts.ts'

/** The rows as on screen, in the member's language; money that went out has a minus sign. */
function statementCsv(rows: readonly Statement[], gameName: (code: string) => string): string {
  const heads = [msg`Date`, msg`Time`, msg`Activity`, msg`Status`, msg`Amount in baht`]
  return toCsv([
    heads.map((head) => i18n._(head)),
    ...rows.map((row) => [
      formatDate(row.createdAt),
      formatDateTime(row.createdAt).split(' ')[1] ?? '',
      i18n._(activityText(activityOf(row), gameName)),
      i18n._(outcomeTexts[outcomeOf(row.status)]),
      (flowOf(row.statementType) === 'out' ? '-' : '') + plainAmount(row.amount),
    ]),
  ])
}

/** Saves the rows as a file on the phone. */
export function saveStatement(
  rows: readonly Statement[],
  gameName: (code: string) => string,
  now: number,
): void {
  const csv = new Blob([statementCsv(rows, gameName)], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(csv)
  link.download = `statement-${bangkokDay(now)}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

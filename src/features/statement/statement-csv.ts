import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Statement } from '#api/contract/statement.ts'
import { outcomeOf } from '#data/statement-outcome.ts'
import { bangkokDay, formatDate, formatDateTime } from '#i18n/format.ts'
import { systemOf } from '#lib/embedded-browser.ts'
import { plainAmount } from '#lib/money.ts'
import { saveFile, shareOrSave } from '#lib/share-or-save.ts'
import { isStandalone } from '#pwa/use-install.ts'
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

/**
 * Saves the rows as a file on the phone. An installed app on an iPhone has no downloads: there the share sheet saves it, or opens
 * it in another app.
 */
export async function saveStatement(
  rows: readonly Statement[],
  gameName: (code: string) => string,
  now: number,
): Promise<void> {
  const name = `statement-${bangkokDay(now)}.csv`
  const file = new File([statementCsv(rows, gameName)], name, { type: 'text/csv;charset=utf-8' })
  if (isStandalone() && systemOf(navigator.userAgent) === 'ios') await shareOrSave(file)
  else saveFile(file)
}

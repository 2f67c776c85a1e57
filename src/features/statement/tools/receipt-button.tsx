import { Trans, useLingui } from '@lingui/react/macro'
import type { Statement } from '#api/contract/statement.ts'
import { rowOutcomeOf } from '#data/wallet/statement-outcome.ts'
import { useSavePicture } from '#data/use-save-picture.ts'
import { useSiteInfo } from '#data/site/use-site-info.ts'
import { bangkokDay, formatDateTime } from '#i18n/format.ts'
import { isLocale } from '#i18n/locales.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { htmlLang } from '#lib/text/locale-codes.ts'
import { formatMoney } from '#lib/money/money.ts'
import { flowSigns } from '#ui/amount.tsx'
import { pictureOf } from '#lib/pictures/canvas-picture.ts'
import { Button } from '#ui/button/button.tsx'
import { activityOf, flowOf } from '../statement-rules.ts'
import { activityText, outcomeTexts } from '../statement-texts.ts'
import { useSides } from '../use-sides.ts'
import { drawReceipt } from './draw-receipt.ts'
import type { Receipt } from './receipt-layout.ts'

interface ReceiptButtonProps {
  row: Statement
  gameName: (code: string) => string
}

/** Saves a picture of a row, or hands it to another app. It does not show the balance: it is made to be passed on. */
export function ReceiptButton({ row, gameName }: ReceiptButtonProps) {
  const { t, i18n } = useLingui()
  const { from, to } = useSides(row, gameName)
  const site = useSiteInfo()
  const { busy, save } = useSavePicture({
    id: 'receipt',
    saved: t`Receipt saved`,
    failed: t`The receipt could not be saved`,
  })
  const receipt = (): Receipt => {
    const tone = rowOutcomeOf(row.status)
    const flow = flowOf(row)
    const at = formatDateTime(serverNow())
    const facts = [
      { name: t`Time`, value: formatDateTime(row.createdAt) },
      { name: t`From`, value: from },
      { name: t`To`, value: to },
      { name: t`Fee`, value: typeof row.fee === 'number' ? formatMoney(row.fee) : '' },
      { name: t`Reference`, value: row.reference },
      { name: t`Note`, value: row.note },
    ]
    return {
      lang: isLocale(i18n.locale) ? htmlLang(i18n.locale) : 'en',
      site: site?.name ?? '',
      title: t(activityText(activityOf(row), gameName)),
      amount: `${flow ? flowSigns[flow] : ''}${formatMoney(row.amount)}`,
      outcome: { tone, text: t(outcomeTexts[tone]) },
      facts: facts.filter(({ value }) => value !== ''),
      footer: t`As of ${at}`,
    }
  }
  const share = () => {
    const name = `${['receipt', bangkokDay(row.createdAt), row.reference.slice(0, 8)].filter(Boolean).join('-')}.png`
    void save(() => pictureOf(drawReceipt(receipt()).canvas), name)
  }
  // Of a gift that is not opened yet nothing is known.
  if (row.amount <= 0) return null
  return (
    <Button size="compact" icon="share" loading={busy} onClick={share}>
      <Trans>Save or share a receipt</Trans>
    </Button>
  )
}

import { Trans } from '@lingui/react/macro'
import { formatCount } from '#i18n/format-count.ts'

/** `5 coins` */
export function CoinsText({ coins }: { coins: number }) {
  const count = formatCount(coins)
  return coins === 1 ? <Trans>{count} coin</Trans> : <Trans>{count} coins</Trans>
}

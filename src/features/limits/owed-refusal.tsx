import { useLingui } from '@lingui/react/macro'
import { toApiError } from '#api/api-error.ts'
import { refusalWords } from '#errors/refusal-words.ts'
import { formatMoney } from '#lib/money/money.ts'

/** Why nothing is shown or paid, in words for somebody who cannot open any other page. */
export function OwedRefusal({ error }: { error: unknown }) {
  const { t } = useLingui()
  const refused = toApiError(error)
  const own: Record<string, string> = {
    NO_DATA: t`There is no break on this account. You can log in.`,
    BONUS_CONDITION: t`The terms of your bonus are not met yet. You can withdraw after the break, once they are met.`,
    MONEY_NOT_ENOUGH: t`Nothing can be paid out now. If a round or bet is still open in a game, try again once it has ended.`,
  }
  return own[refused.code] ?? refusalWords(refused, formatMoney)
}

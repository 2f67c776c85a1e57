import { useLingui } from '@lingui/react/macro'

/** The first columns of a table of months. */
export function MonthHeadings() {
  const { t } = useLingui()
  return (
    <>
      <th scope="col">{t`Month`}</th>
      <th scope="col">{t`Deposits`}</th>
      <th scope="col">{t`Withdrawals`}</th>
      <th scope="col">{t`Bonuses and cashback`}</th>
    </>
  )
}

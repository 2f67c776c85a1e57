import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { banksQueryOptions } from '#data/site/site-config-queries.ts'
import { bankName } from '#i18n/bank-name.ts'

/** The account that is paid. The bank's code stands for a name that is not known. */
export function OwedBank({ code, ending }: { code: string; ending: string }) {
  const { i18n } = useLingui()
  const { data, isPending } = useQuery(banksQueryOptions)
  const known = data?.find((one) => one.code === code)
  const bank = (known && bankName(known, i18n.locale)) || (!isPending && code)
  return (
    bank && (
      <Trans>
        To {bank} •••• {ending}
      </Trans>
    )
  )
}

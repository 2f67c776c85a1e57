import { Trans, useLingui } from '@lingui/react/macro'
import { formatDateTime } from '#i18n/format.ts'
import { Notice } from '#ui/message/notice.tsx'
import { SlipEntry } from '../slip-entry.tsx'
import { BankCard } from './bank-card.tsx'
import type { ShownAccount } from './bank-rules.ts'

interface BankSectionProps {
  accounts: readonly ShownAccount[]
  /** When the accounts were last loaded (ms), if they could not be refreshed. */
  lastKnownAt: number | undefined
}

/** The bank accounts to which members transfer money. */
export function BankSection({ accounts, lastKnownAt }: BankSectionProps) {
  const { t } = useLingui()
  const at = lastKnownAt === undefined ? '' : formatDateTime(lastKnownAt)
  const byHand = accounts.some(({ variant }) => variant === 'manual')
  return (
    <>
      {at && (
        <Notice tone="gold" icon="clock" title={t`Accounts as of ${at}`}>
          <Trans>They may have changed since. Please look again with a connection before you transfer.</Trans>
        </Notice>
      )}
      {accounts.map((shown) => {
        const { bankCode, bankAccountNo, currency } = shown.account
        return <BankCard key={`${bankCode} ${bankAccountNo} ${currency}`} shown={shown} />
      })}
      {byHand ? (
        <SlipEntry icon="receipt" title={t`Please upload the slip`}>
          <Trans>
            Our staff check each transfer. Upload its slip within 1 hour, and the money is credited once it
            has been checked.
          </Trans>
        </SlipEntry>
      ) : (
        <SlipEntry title={t`Credited within about 1 minute`}>
          <Trans>
            Transfer from the bank account in your profile. If the money is not there after a minute, upload
            the slip within 1 hour of the transfer.
          </Trans>
        </SlipEntry>
      )}
    </>
  )
}

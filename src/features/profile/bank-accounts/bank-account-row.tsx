import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { chooseBankAccount, removeBankAccount, type OwnBankAccount } from '#api/contract/bank-account.ts'
import { refreshBankAccounts } from '#data/session/refresh-bank-accounts.ts'
import { bankName } from '#i18n/bank-name.ts'
import { currencyName } from '#i18n/currency-name.ts'
import { formatDate, formatTime } from '#i18n/format.ts'
import { groupProfileAccountNo } from '#lib/payments/bank-account.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { AlertDialog } from '#ui/dialog/alert-dialog.tsx'
import { BankMark } from '#ui/art/bank-mark.tsx'
import { Button } from '#ui/button/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { useListOperation } from '../use-list-operation.ts'
import styles from '../account-lists.module.css'

export function BankAccountRow({ account }: { account: OwnBankAccount }) {
  const { t, i18n } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const offline = useOffline()
  const { id, bankCode, bank, bankAccountNo, bankAccountName, currency, heldUntil } = account
  const shownNo = groupProfileAccountNo(bankAccountNo)
  const shownBank = (bank && bankName(bank, i18n.locale)) || bankCode
  const name = `${shownBank} ${shownNo}`
  const choosing = useListOperation(chooseBankAccount, {
    refetch: refreshBankAccounts,
    done: t`Usual account: ${name}`,
  })
  const removing = useListOperation(removeBankAccount, {
    refetch: refreshBankAccounts,
    done: t`Account removed: ${name}`,
    onEnd: () => setAsking(false),
  })
  const date = heldUntil && formatDate(heldUntil)
  const time = heldUntil && formatTime(heldUntil)
  return (
    <li className={styles.row}>
      <BankMark code={bankCode} />
      <div className={classNames(styles.words, styles.stack)}>
        <p className={styles.name}>
          {shownBank} <span className={styles.number}>{shownNo}</span>
        </p>
        <p className={styles.meta}>{bankAccountName}</p>
        {currency && <p className={styles.meta}>{currencyName(currency, i18n)}</p>}
        {heldUntil && (
          <p className={styles.meta}>
            <Trans>
              You can withdraw to it from {date} {time}.
            </Trans>
          </p>
        )}
        <Button
          size="compact"
          icon="check"
          aria-label={t`Make ${name} the usual account`}
          loading={choosing.busy}
          disabled={offline && !choosing.busy}
          onClick={() => void choosing.run({ params: { id } })}
        >
          <Trans>Make it the usual one</Trans>
        </Button>
      </div>
      <div className={styles.buttons}>
        <IconButton
          icon="trash"
          label={t`Remove ${name}`}
          disabled={offline}
          onClick={() => setAsking(true)}
        />
      </div>
      <AlertDialog
        open={isAsking}
        danger
        icon="bank"
        loading={removing.busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void removing.run({ params: { id } })}
        title={<Trans>Remove the account {name}?</Trans>}
        text={<Trans>You cannot withdraw to it any more. Adding it again needs a code and 24 hours.</Trans>}
        cancelLabel={<Trans>Go back</Trans>}
        confirmLabel={<Trans>Remove</Trans>}
      />
    </li>
  )
}

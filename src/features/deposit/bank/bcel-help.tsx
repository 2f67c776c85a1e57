import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { groupAccountNo } from '#lib/payments/bank-account.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { currencyName } from '#i18n/currency-name.ts'
import type { DepositAccount } from './bank-rules.ts'
import styles from './bcel-help.module.css'
import { BcelPicture } from './bcel-picture.tsx'

/** A small picture of BCEL's transfer page; a tap shows it in full size, with an explanation. */
export function BcelHelp({ account }: { account: DepositAccount }) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const currency = currencyName(account.currency, i18n)
  const name = account.bankAccountName
  return (
    <>
      <button type="button" className={styles.small} onClick={() => setOpen(true)}>
        <BcelPicture />
        <span className="visually-hidden">
          <Trans>How to transfer in {currency} with BCEL</Trans>
        </span>
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Transfer in ${currency}`}
        actions={<Button onClick={() => setOpen(false)}>{t`Close`}</Button>}
      >
        <div className={styles.large}>
          <BcelPicture />
        </div>
        <ol className={styles.steps}>
          <li>
            <Trans>Paste the account number.</Trans>
            <AccountNo account={account} />
          </li>
          <li>
            <Trans>
              Choose {currency}. The third group of the number says the same; money in another currency does
              not arrive.
            </Trans>
          </li>
          <li>
            <Trans>Check that the name is {name}, then confirm.</Trans>
          </li>
        </ol>
      </Dialog>
    </>
  )
}

/** The account number with the group for the currency highlighted. */
function AccountNo({ account }: { account: DepositAccount }) {
  const groups = groupAccountNo(account.bankAccountNo, account.bankCode).split('-')
  return (
    <b className={styles.number} translate="no">
      {groups.length === 5 ? (
        <>
          {groups.slice(0, 2).join('-')}-<mark>{groups[2]}</mark>-{groups.slice(3).join('-')}
        </>
      ) : (
        groups.join('-')
      )}
    </b>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Copy } from '#components/copy.tsx'
import { bankName } from '#i18n/bank-name.ts'
import { currencyName } from '#i18n/currency-name.ts'
import { groupAccountNo } from '#lib/payments/bank-account.ts'
import { env } from '#lib/env.ts'
import { BankMark } from '#ui/art/bank-mark.tsx'
import { Card } from '#ui/list/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Status } from '#ui/message/status.tsx'
import styles from './bank-card.module.css'
import { type ShownAccount, showsCurrency } from './bank-rules.ts'
import { BcelHelp } from './bcel-help.tsx'

/** The banks' own names come in the language of the country. */
const localLanguage = env.country === 'LA' ? 'lo' : 'th'

export function BankCard({ shown }: { shown: ShownAccount }) {
  const { t, i18n } = useLingui()
  const { account, variant } = shown
  const { bank, bankCode, bankAccountName, bankAccountNo, currency } = account
  const number = groupAccountNo(bankAccountNo, bankCode)
  const name = bankName(bank, i18n.locale) || bankCode
  // Bank apps list it under either name.
  const other = [bank.nameTH, bank.nameEN].find((known) => known && known !== name)
  const langOf = (shownName: string) => (shownName === bank.nameTH ? localLanguage : 'en')

  return (
    <Card as="article" rows aria-label={name}>
      <header className={styles.bank}>
        <BankMark code={bankCode} />
        <div className={styles.words}>
          <b lang={langOf(name)}>{name}</b>
          {other && <small lang={langOf(other)}>{other}</small>}
        </div>
        {variant === 'auto' && (
          <Status tone="done">
            <Trans>Automatic</Trans>
          </Status>
        )}
      </header>
      <div className={styles.account}>
        <dl className={styles.words}>
          <dt>
            <Trans>Account number</Trans>
          </dt>
          <dd className={classNames(styles.number, number.length > 16 && styles.long)} translate="no">
            {number}
          </dd>
          <dt>
            <Trans>Account name</Trans>
          </dt>
          <dd translate="no">{bankAccountName}</dd>
        </dl>
        <Copy wide text={bankAccountNo} what={t`Account number`} label={t`Copy account number`} />
      </div>
      {showsCurrency(shown) && (
        <div className={styles.currency}>
          <dl className={styles.words}>
            <dt>
              <Trans>Currency</Trans>
            </dt>
            <dd>{currencyName(currency, i18n)}</dd>
          </dl>
          {variant === 'bcel' && <BcelHelp account={account} />}
        </div>
      )}
    </Card>
  )
}

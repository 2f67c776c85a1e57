import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { BankAccount, Profile } from '#api/contract/profile.ts'
import { Copy } from '#components/copy.tsx'
import { bankName } from '#i18n/bank-name.ts'
import { currencyName } from '#i18n/currency-name.ts'
import { formatDate } from '#i18n/format.ts'
import { groupProfileAccountNo, needsLatinName } from '#lib/payments/bank-account.ts'
import { BankMark } from '#ui/art/bank-mark.tsx'
import { Card } from '#ui/list/card.tsx'
import { Disc } from '#ui/art/disc.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import styles from './profile-card.module.css'

interface ProfileCardsProps {
  profile: Profile
  bankAccount?: BankAccount | null
  onChangePassword: () => void
  onEditName: () => void
  /** The accounts beside the usual one. */
  otherAccounts?: ReactNode
}

/** Who the member is, how they log in, and where their money is paid out. */
export function ProfileCards({
  profile,
  bankAccount,
  onChangePassword,
  onEditName,
  otherAccounts,
}: ProfileCardsProps) {
  const { t, i18n } = useLingui()
  const account = bankAccount ?? profile
  const bank = account.bank && bankName(account.bank, i18n.locale)
  const currency = bankAccount?.currency ?? ''
  const memberSince = formatDate(profile.createdAt)
  return (
    <>
      <Card className={styles.member}>
        <Disc icon="user" size="large" />
        <div className={styles.words}>
          <h2>{profile.name || profile.username}</h2>
          <p className={styles.id}>
            <span>
              <Trans>Member ID</Trans> <span translate="no">{profile._id}</span>
            </span>
            <Copy text={profile._id} what={t`Member ID`} label={t`Copy the member ID`} />
          </p>
          <p>
            <Trans>Member since {memberSince}</Trans>
          </p>
        </div>
      </Card>
      <SectionHead title={<Trans>Your bank account</Trans>} />
      <Card as="dl" rows>
        <Row name={<Trans>Bank</Trans>} value={bank || profile.bankCode}>
          <BankMark code={profile.bankCode} className={styles.mark} />
        </Row>
        <Row name={<Trans>Account number</Trans>} value={groupProfileAccountNo(account.bankAccountNo)} />
        <Row name={<Trans>Account name</Trans>} value={account.bankAccountName}>
          {needsLatinName(profile.bankCode) && (
            <IconButton icon="edit" label={t`Edit the account name`} onClick={onEditName} />
          )}
        </Row>
        {currency && <Row name={<Trans>Currency</Trans>} value={currencyName(currency, i18n)} />}
      </Card>
      {otherAccounts}
      <SectionHead title={<Trans>Security</Trans>} />
      <Card as="dl" rows>
        <Row name={<Trans>Username</Trans>} value={profile.username} />
        <Row name={<Trans>Password</Trans>} value="••••••••" hidden>
          <IconButton icon="lock" label={t`Change password`} onClick={onChangePassword} />
        </Row>
      </Card>
    </>
  )
}

interface RowProps {
  name: ReactNode
  value: string
  /** Visual only: dots in place of a secret. */
  hidden?: boolean
  children?: ReactNode
}

function Row({ name, value, hidden, children }: RowProps) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        <span aria-hidden={hidden}>{value || '–'}</span>
        {children}
      </dd>
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { BankAccount, Profile } from '#api/contract/account.ts'
import { bankName } from '#i18n/bank-name.ts'
import { formatDate } from '#i18n/format.ts'
import { groupProfileAccountNo, needsLatinName } from '#lib/bank-account.ts'
import { BankMark } from '#ui/bank-mark.tsx'
import { Card } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import styles from './profile-card.module.css'

interface ProfileCardProps {
  profile: Profile
  bankAccount?: BankAccount | null
  onChangePassword: () => void
  onEditName: () => void
}

export function ProfileCard({ profile, bankAccount, onChangePassword, onEditName }: ProfileCardProps) {
  const { t, i18n } = useLingui()
  const account = bankAccount ?? profile
  const bank = account.bank && bankName(account.bank, i18n.locale)
  return (
    <Card as="dl" rows>
      <Row name={<Trans>Name</Trans>} value={profile.name} />
      <Row name={<Trans>Member ID</Trans>} value={profile._id} />
      <Row name={<Trans>Member since</Trans>} value={formatDate(profile.createdAt)} />
      <Row name={<Trans>Username</Trans>} value={profile.username} />
      <Row name={<Trans>Password</Trans>} value="••••••••" hidden>
        <IconButton icon="lock" label={t`Change password`} onClick={onChangePassword} />
      </Row>
      <Row name={<Trans>Account name</Trans>} value={account.bankAccountName}>
        {needsLatinName(profile.bankCode) && (
          <IconButton icon="edit" label={t`Edit the account name`} onClick={onEditName} />
        )}
      </Row>
      <Row name={<Trans>Bank</Trans>} value={bank || profile.bankCode}>
        <BankMark code={profile.bankCode} className={styles.mark} />
      </Row>
      <Row name={<Trans>Account number</Trans>} value={groupProfileAccountNo(account.bankAccountNo)} />
    </Card>
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

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { BankAccount, Profile } from '#api/contract/account.ts'
import { formatDate } from '#i18n/format.ts'
import { groupProfileAccountNo } from '#lib/bank-account.ts'
import { Card } from '#ui/card.tsx'
import styles from './profile-card.module.css'

interface ProfileCardProps {
  profile: Profile
  bankAccount?: BankAccount | null
}

export function ProfileCard({ profile, bankAccount }: ProfileCardProps) {
  const bank = bankAccount ?? profile
  return (
    <Card as="dl" rows>
      <Row name={<Trans>Name</Trans>}>{profile.name}</Row>
      <Row name={<Trans>Member ID</Trans>}>{profile._id}</Row>
      <Row name={<Trans>Member since</Trans>}>{formatDate(profile.createdAt)}</Row>
      <Row name={<Trans>Username</Trans>}>{profile.username}</Row>
      <Row name={<Trans>Account name</Trans>}>{bank.bankAccountName}</Row>
      <Row name={<Trans>Bank</Trans>}>{bank.bank?.nameTH || profile.bankCode}</Row>
      <Row name={<Trans>Account number</Trans>}>{groupProfileAccountNo(bank.bankAccountNo)}</Row>
    </Card>
  )
}

function Row({ name, children }: { name: ReactNode; children: string }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import type { Profile } from '#api/contract/profile.ts'
import { bankAccountsQueryOptions } from '#data/session/bank-account-queries.ts'
import { laterPart } from '#data/later-part.ts'
import { LoadFailed } from '#components/load-failed.tsx'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/list/card.tsx'
import { SectionHead } from '#ui/list/section-head.tsx'
import { SkeletonRows } from '#ui/list/skeleton.tsx'
import { useLostFocus } from '#ui/button/lost-focus.ts'
import { BankAccountRow } from './bank-account-row.tsx'
import { useOpenedPart } from './use-opened-part.ts'
import styles from '../account-lists.module.css'

const AddForm = laterPart(async () => (await import(/* later */ './add-bank-account.tsx')).AddBankAccount)

/** The accounts beside the usual one: each may become the usual one or be removed, and another may be added. */
export function BankAccountsSection({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const title = useId()
  const { isOpen, isOpening, open, close } = useOpenedPart(AddForm)
  const query = useQuery(bankAccountsQueryOptions)
  const { data, error } = query
  // A removed row takes the focus with it.
  const section = useLostFocus<HTMLElement>(data)
  const focus = () => section.current?.focus()
  useEffect(() => {
    // It takes the place of the button that opened it.
    section.current?.focus()
  }, [section])
  const offline = useOffline()
  const others = data?.accounts.filter(({ isUsual }) => !isUsual) ?? []
  const isFull = data !== undefined && data.accounts.length >= data.maximum
  const maximum = data?.maximum ?? 0
  const done = () => {
    close()
    focus()
  }
  return (
    <section className={styles.section} aria-labelledby={title} tabIndex={-1} ref={section}>
      <SectionHead title={<span id={title}>{t`Other bank accounts`}</span>} />
      {!data && !error && !offline && <SkeletonRows count={1} label={t`Loading your bank accounts`} />}
      {!data && (error || offline) && (
        <LoadFailed card queries={[query]} title={t`Your bank accounts could not be loaded`} />
      )}
      {others.length > 0 && (
        <Card as="ul" rows>
          {others.map((account) => (
            <BankAccountRow key={account.id} account={account} />
          ))}
        </Card>
      )}
      {data && (
        <p className={styles.note}>
          {isFull ? (
            <Trans>You have {maximum} accounts, which is as many as you can have.</Trans>
          ) : (
            <Trans>
              You can withdraw to up to {maximum} accounts in your own name. A new one waits 24 hours before
              its first withdrawal.
            </Trans>
          )}
        </p>
      )}
      {data && !isFull && !isOpen && (
        <Button wide icon="bank" disabled={offline} loading={isOpening} onClick={() => void open()}>
          <Trans>Add a bank account</Trans>
        </Button>
      )}
      {data && isOpen && <AddForm profile={profile} onAdded={done} onBack={done} />}
    </section>
  )
}

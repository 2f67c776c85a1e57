import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { InferOutput } from 'valibot'
import { toApiError } from '#api/api-error.ts'
import type { Profile } from '#api/contract/account.ts'
import { addBankAccount } from '#api/contract/bank-account.ts'
import { LoadFailed } from '#data/load-failed.tsx'
import type { SentOtp } from '#data/otp-entry.tsx'
import { otpLifeMs, useSendOtp } from '#data/otp-queries.ts'
import { proofByPasskey } from '#data/passkey-proof.ts'
import { banksQueryOptions } from '#data/site-config-queries.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { bankName } from '#i18n/bank-name.ts'
import { serverNow } from '#lib/clock.ts'
import { remainingMs } from '#lib/countdown.ts'
import { useOperation } from '#operations/use-operation.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextControl } from '#ui/text-control.tsx'
import { toast } from '#ui/toast.ts'
import { ChangeForm } from '../change-form.tsx'
import { HolderNameCode } from '../holder-name-code.tsx'
import { bankAccountForm, bankAccountProblem } from './bank-account-form.ts'
import { useRefresh } from './bank-account-row.tsx'
import styles from '../account-lists.module.css'

interface AddBankAccountProps {
  profile: Profile
  onAdded: () => void
  onBack: () => void
}

type Given = InferOutput<typeof bankAccountForm>

/** Adds an account in the member's name, with a passkey or a code sent to his own phone. */
export function AddBankAccount({ profile, onAdded, onBack }: AddBankAccountProps) {
  const { t, i18n } = useLingui()
  const refresh = useRefresh()
  const send = useSendOtp()
  const [sent, setSent] = useState<SentOtp>()
  const [confirming, setConfirming] = useState<Given>()
  const operation = useOperation(addBankAccount, {
    atField: ['UNVERIFIED_OTP'],
    async onResult({ status }) {
      if (status === 'failed') setConfirming(undefined)
      if (status === 'failed') return
      await refresh()
      if (status !== 'done') return
      toast({ tone: 'jade', icon: 'check', title: t`Bank account added` })
      onAdded()
    },
  })
  const banks = useQuery(banksQueryOptions)
  const form = useForm({
    resolver: valibotResolver(bankAccountForm),
    defaultValues: { bankCode: '', bankAccountName: profile.bankAccountName, bankAccountNo: '' },
  })
  form.register('bankCode')
  const { errors, isSubmitting } = form.formState
  const busy = isSubmitting || operation.busy || send.isPending
  const said = (found?: string) => {
    const text = bankAccountProblem(found)
    return text && t(text)
  }

  const confirm = async (given: Given) => {
    if (!sent || remainingMs(sent.sentAt + otpLifeMs, serverNow()) === 0) {
      const { otpRef, otpToken } = await send.mutateAsync({ phoneNumber: profile.username })
      setSent({ otpRef, otpToken, sentAt: serverNow() })
    }
    setConfirming(given)
  }
  // The first try without a proof is checked whole and refused only for want of one; a passkey comes before the code.
  const save = async (given: Given, otpToken = sent?.otpToken): Promise<void> => {
    send.reset()
    const end = await operation.run({ body: { ...given, ...(otpToken && { otpToken }) } })
    if (end.status !== 'failed' || end.error.code !== 'UNVERIFIED_OTP') return
    const proof = otpToken === undefined ? await proofByPasskey('bank-account') : undefined
    if (proof !== undefined) return save(given, proof)
    // If the code could not be sent, the error is shown below the fields.
    await confirm(given).catch(() => undefined)
  }
  if (banks.isError)
    return <LoadFailed card queries={[banks]} title={t`The list of banks could not be loaded`} />
  if (sent && confirming) {
    return (
      <Card className={styles.form}>
        <HolderNameCode
          phoneNumber={profile.username}
          sent={sent}
          operation={operation}
          busy={busy}
          onSent={setSent}
          onVerified={() => void save(confirming)}
          onBack={() => setConfirming(undefined)}
        />
      </Card>
    )
  }
  return (
    <Card className={styles.form}>
      <ChangeForm
        operation={{ ...operation, busy }}
        submitLabel={<Trans>Add a bank account</Trans>}
        onSubmit={form.handleSubmit((given) => save(given))}
        foot={
          <Button wide disabled={busy} onClick={onBack}>
            <Trans>Go back</Trans>
          </Button>
        }
      >
        <Field label={t`Bank`} error={said(errors.bankCode?.message)}>
          {banks.data ? (
            <Controller
              control={form.control}
              name="bankCode"
              render={({ field }) => (
                <Select
                  ref={field.ref}
                  name={field.name}
                  value={field.value}
                  onChange={field.onChange}
                  placeholder={t`Choose your bank`}
                  options={banks.data.map((bank) => ({
                    value: bank.code,
                    label: bankName(bank, i18n.locale) || bank.code,
                  }))}
                />
              )}
            />
          ) : (
            <Skeleton height="var(--tap-money)" />
          )}
        </Field>
        <Field label={t`Account number`} error={said(errors.bankAccountNo?.message)}>
          <TextControl
            icon="bank"
            inputMode="numeric"
            autoComplete="off"
            {...form.register('bankAccountNo')}
          />
        </Field>
        <Field
          label={t`Account name`}
          hint={t`It must be your own, as in the bank’s app.`}
          error={said(errors.bankAccountName?.message)}
        >
          <TextControl icon="user" autoComplete="off" translate="no" {...form.register('bankAccountName')} />
        </Field>
        {send.error && <Notice tone="coral">{wordsFor(toApiError(send.error))}</Notice>}
      </ChangeForm>
    </Card>
  )
}

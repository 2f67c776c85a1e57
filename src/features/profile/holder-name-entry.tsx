import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { toApiError } from '#api/api-error.ts'
import { updateBankAccountName } from '#api/contract/bank-account.ts'
import type { BankAccount, Profile } from '#api/contract/profile.ts'
import { HolderNameControl } from '#components/holder-name-control.tsx'
import { profileQueryOptions } from '#data/session/profile-queries.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { bankName } from '#i18n/bank-name.ts'
import { groupProfileAccountNo } from '#lib/payments/bank-account.ts'
import { capitalise } from '#ui/form/capitals.ts'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { toast } from '#ui/message/toast.ts'
import { BankDataCode } from './bank-data-code.tsx'
import { ChangeForm } from './change-form.tsx'
import { holderNameForm, holderNameProblem, latinPart } from './holder-name-form.ts'
import { useProvenChange } from './use-proven-change.ts'

/** The profile may first come from the phone's cache: an untouched field takes the name again after this time. */
const takeOverAfterMs = 1000

/** The account as it was shown: while a code is awaited another may become the usual one. */
interface Given {
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
}

interface HolderNameEntryProps {
  profile: Profile
  bankAccount?: BankAccount | null
  onBusy: (busy: boolean) => void
  onSaved: () => void
}

export function HolderNameEntry({ profile, bankAccount, onBusy, onSaved }: HolderNameEntryProps) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const change = useProvenChange(updateBankAccountName, {
    phoneNumber: profile.username,
    delayMs: 200,
    input: (given: Given, proof) => ({ body: { ...given, ...proof } }),
    async onResult(end) {
      if (end.status !== 'done') return
      const { queryKey } = profileQueryOptions(queryClient)
      if (end.reply) queryClient.setQueryData(queryKey, end.reply)
      else await queryClient.invalidateQueries({ queryKey })
      queryClient.setQueryData(walletQueryOptions.queryKey, (wallet) => wallet && { ...wallet, ...end.reply })
      toast({ tone: 'jade', icon: 'check', title: t`The name has been saved` })
      onSaved()
    },
  })
  const { operation, save, sendError, code } = change
  const account = bankAccount ?? profile
  const bank = (account.bank && bankName(account.bank, i18n.locale)) || profile.bankCode
  const accountNo = groupProfileAccountNo(account.bankAccountNo)
  const present = latinPart(account.bankAccountName)
  const form = useForm({
    resolver: valibotResolver(holderNameForm),
    defaultValues: { name: present },
    mode: 'onChange',
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const busy = isSubmitting || change.busy
  const problem = holderNameProblem(errors.name?.message)

  useEffect(() => {
    if (isDirty || busy) return
    const timer = setTimeout(() => form.reset({ name: present }), takeOverAfterMs)
    return () => clearTimeout(timer)
  }, [form, isDirty, busy, present])
  useEffect(() => onBusy(busy), [busy, onBusy])

  const submit = form.handleSubmit(({ name }) =>
    save({ bankCode: profile.bankCode, bankAccountName: name, bankAccountNo: account.bankAccountNo }),
  )
  if (code) {
    return (
      <BankDataCode {...code} operation={operation} busy={busy} backLabel={<Trans>Change the name</Trans>} />
    )
  }
  const input = form.register('name')
  return (
    <ChangeForm operation={{ ...operation, busy }} onSubmit={submit}>
      <p>
        <Trans>
          {bank} has account {accountNo} under a name in English letters. Please enter it as in your bank
          book, so that your withdrawals arrive.
        </Trans>
      </p>
      <Field
        label={t`Account name`}
        hint={!problem && t`English letters and spaces only`}
        error={problem && t(problem)}
      >
        <HolderNameControl
          latin
          {...input}
          onChange={(event) => {
            capitalise(event)
            void input.onChange(event)
          }}
        />
      </Field>
      {sendError && <Notice tone="coral">{wordsFor(toApiError(sendError))}</Notice>}
    </ChangeForm>
  )
}

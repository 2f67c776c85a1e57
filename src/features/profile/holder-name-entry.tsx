import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type ChangeEvent } from 'react'
import { useForm } from 'react-hook-form'
import { updateBankAccountName, type BankAccount, type Profile } from '#api/contract/account.ts'
import { useAct } from '#data/act.ts'
import { profileQueryOptions } from '#data/profile-queries.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { groupProfileAccountNo } from '#lib/bank-account.ts'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextControl } from '#ui/text-control.tsx'
import { toast } from '#ui/toast.ts'
import { ChangeForm } from './change-form.tsx'
import { ChangeNotice } from './change-notice.tsx'
import { holderNameForm, holderNameProblem, latinPart, raised } from './holder-name-form.ts'

/** The name may have come from the phone's memory: an untouched field takes it over once more. */
const takeOverAfterMs = 1000
const submitAfterMs = 200

interface HolderNameEntryProps {
  profile: Profile
  bankAccount?: BankAccount | null
  onBusy: (busy: boolean) => void
  onSaved: () => void
}

export function HolderNameEntry({ profile, bankAccount, onBusy, onSaved }: HolderNameEntryProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const act = useAct(updateBankAccountName)
  const account = bankAccount ?? profile
  const bank = account.bank?.nameTH || profile.bankCode
  const accountNo = groupProfileAccountNo(account.bankAccountNo)
  const present = latinPart(account.bankAccountName)
  const form = useForm({
    resolver: valibotResolver(holderNameForm),
    defaultValues: { name: present },
    mode: 'onChange',
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const busy = isSubmitting || act.busy
  const problem = holderNameProblem(errors.name?.message)

  useEffect(() => {
    if (isDirty || busy) return
    const timer = setTimeout(() => form.reset({ name: present }), takeOverAfterMs)
    return () => clearTimeout(timer)
  }, [form, isDirty, busy, present])
  useEffect(() => onBusy(busy), [busy, onBusy])

  const save = async ({ name }: { name: string }) => {
    await new Promise((resolve) => setTimeout(resolve, submitAfterMs))
    const end = await act.run({ body: { bankCode: profile.bankCode, bankAccountName: name } })
    if (end.status !== 'done') return
    queryClient.setQueryData(profileQueryOptions(queryClient).queryKey, end.reply)
    queryClient.setQueryData(walletQueryOptions.queryKey, (wallet) => wallet && { ...wallet, ...end.reply })
    toast({ tone: 'jade', icon: 'check', title: t`The name has been saved` })
    onSaved()
  }
  const input = form.register('name')
  return (
    <ChangeForm busy={busy} onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <p>
        <Trans>
          {bank} knows account {accountNo} by a name in English letters. Please write it as it stands in the
          bank book, so that withdrawals arrive.
        </Trans>
      </p>
      <Field
        label={t`Account name`}
        hint={!problem && t`English letters and spaces only`}
        error={problem && t(problem)}
      >
        <TextControl
          icon="user"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          translate="no"
          {...input}
          onChange={(event) => {
            raise(event)
            void input.onChange(event)
          }}
        />
      </Field>
      {act.state.status === 'failed' && <Notice tone="coral">{wordsFor(act.state.error)}</Notice>}
      <ChangeNotice act={act} />
    </ChangeForm>
  )
}

/** Letters that are still being put together are left alone. */
function raise({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
  if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return
  const { value, selectionStart, selectionEnd } = target
  const upper = raised(value)
  if (upper === value) return
  target.value = upper
  target.setSelectionRange(selectionStart, selectionEnd)
}

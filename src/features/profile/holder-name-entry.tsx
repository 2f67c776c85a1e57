import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ChangeEvent } from 'react'
import { useForm } from 'react-hook-form'
import { toApiError } from '#api/api-error.ts'
import { updateBankAccountName, type BankAccount, type Profile } from '#api/contract/account.ts'
import { useOperation } from '#operations/use-operation.ts'
import type { SentOtp } from '#data/otp-entry.tsx'
import { otpLifeMs, useSendOtp } from '#data/otp-queries.ts'
import { proofByPasskey } from '#data/passkey-proof.ts'
import { profileQueryOptions } from '#data/profile-queries.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { bankName } from '#i18n/bank-name.ts'
import { groupProfileAccountNo } from '#lib/bank-account.ts'
import { serverNow } from '#lib/clock.ts'
import { remainingMs } from '#lib/countdown.ts'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextControl } from '#ui/text-control.tsx'
import { toast } from '#ui/toast.ts'
import { ChangeForm } from './change-form.tsx'
import { HolderNameCode } from './holder-name-code.tsx'
import { holderNameForm, holderNameProblem, latinPart, raised } from './holder-name-form.ts'

/** The profile may first come from the phone's cache: an untouched field takes the name again after this time. */
const takeOverAfterMs = 1000
const submitAfterMs = 200

interface HolderNameEntryProps {
  profile: Profile
  bankAccount?: BankAccount | null
  onBusy: (busy: boolean) => void
  onSaved: () => void
}

export function HolderNameEntry({ profile, bankAccount, onBusy, onSaved }: HolderNameEntryProps) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const send = useSendOtp()
  const [sent, setSent] = useState<SentOtp>()
  const [confirming, setConfirming] = useState<string>()
  const operation = useOperation(updateBankAccountName, {
    atField: ['UNVERIFIED_OTP'],
    async onResult(end) {
      if (end.status === 'failed') setConfirming(undefined)
      if (end.status !== 'done') return
      const { queryKey } = profileQueryOptions(queryClient)
      if (end.reply) queryClient.setQueryData(queryKey, end.reply)
      else await queryClient.invalidateQueries({ queryKey })
      queryClient.setQueryData(walletQueryOptions.queryKey, (wallet) => wallet && { ...wallet, ...end.reply })
      toast({ tone: 'jade', icon: 'check', title: t`The name has been saved` })
      onSaved()
    },
  })
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
  const busy = isSubmitting || operation.busy || send.isPending
  const problem = holderNameProblem(errors.name?.message)

  useEffect(() => {
    if (isDirty || busy) return
    const timer = setTimeout(() => form.reset({ name: present }), takeOverAfterMs)
    return () => clearTimeout(timer)
  }, [form, isDirty, busy, present])
  useEffect(() => onBusy(busy), [busy, onBusy])

  const confirm = async (name: string) => {
    if (!sent || remainingMs(sent.sentAt + otpLifeMs, serverNow()) === 0) {
      const { otpRef, otpToken } = await send.mutateAsync({ phoneNumber: profile.username })
      setSent({ otpRef, otpToken, sentAt: serverNow() })
    }
    setConfirming(name)
  }
  // A backend that requires a code answers the first try without one with an error that says so. A passkey comes before the code.
  const save = async (name: string, otpToken = sent?.otpToken): Promise<void> => {
    send.reset()
    const body = { bankCode: profile.bankCode, bankAccountName: name, ...(otpToken && { otpToken }) }
    const end = await operation.run({ body })
    if (end.status !== 'failed' || end.error.code !== 'UNVERIFIED_OTP') return
    const proof = otpToken === undefined ? await proofByPasskey('bank-account') : undefined
    if (proof !== undefined) return save(name, proof)
    // If the code could not be sent, the error is shown below the name.
    await confirm(name).catch(() => undefined)
  }
  const submit = form.handleSubmit(async ({ name }) => {
    await new Promise((resolve) => setTimeout(resolve, submitAfterMs))
    await save(name)
  })
  if (sent && confirming !== undefined) {
    return (
      <HolderNameCode
        phoneNumber={profile.username}
        sent={sent}
        operation={operation}
        busy={busy}
        onSent={setSent}
        onVerified={() => void save(confirming)}
        onBack={() => setConfirming(undefined)}
      />
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
      {send.error && <Notice tone="coral">{wordsFor(toApiError(send.error))}</Notice>}
    </ChangeForm>
  )
}

/** Does not touch letters that an input method is still composing. */
function raise({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
  if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return
  const { value, selectionStart, selectionEnd } = target
  const upper = raised(value)
  if (upper === value) return
  target.value = upper
  target.setSelectionRange(selectionStart, selectionEnd)
}

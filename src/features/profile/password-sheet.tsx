import { valibotResolver } from '@hookform/resolvers/valibot'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { changePassword } from '#api/contract/account.ts'
import { PasswordAdvice } from '#components/password-advice.tsx'
import { profileQueryOptions } from '#data/session/profile-queries.ts'
import { useOperation } from '#operations/use-operation.ts'
import { Field } from '#ui/form/field.tsx'
import { PasswordControl } from '#ui/form/password-control.tsx'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { toast } from '#ui/message/toast.ts'
import { ChangeForm } from './change-form.tsx'
import { passwordForm, passwordProblem, type PasswordForm, type PasswordProblem } from './password-form.ts'

export function PasswordSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    resolver: valibotResolver(passwordForm),
    defaultValues: { oldPassword: '', newPassword: '', confirmPassword: '' },
    mode: 'onTouched',
  })
  const operation = useOperation(changePassword, {
    announce: 'dialog',
    atField: ['WEAK_PASSWORD'],
    onResult(end) {
      if (end.status === 'failed' && end.error.code === 'WEAK_PASSWORD') {
        const weak = { type: 'server', message: 'weak' satisfies PasswordProblem }
        form.setError('newPassword', weak, { shouldFocus: true })
      }
      if (end.status !== 'done') return
      toast({
        tone: 'jade',
        icon: 'check',
        title: t`Your password has been changed`,
        text: end.reply?.renewedGames
          ? t`Your game passwords have changed too: you find each new one in its game.`
          : undefined,
      })
      onClose()
    },
  })
  const newPassword = useWatch({ control: form.control, name: 'newPassword' })
  // Mostly known from the page behind this sheet, but not where a link opens both.
  const known = useQuery(profileQueryOptions(useQueryClient())).data?.profile
  const labels = {
    oldPassword: t`Current password`,
    newPassword: t`New password`,
    confirmPassword: t`Confirm new password`,
  }
  const field = (name: keyof PasswordForm) => {
    const problem = passwordProblem(form.formState.errors[name]?.message)
    return (
      <Field
        label={labels[name]}
        error={problem && t(problem)}
        hint={
          name === 'newPassword' &&
          !problem && (
            <PasswordAdvice
              password={newPassword}
              phone={known?.username}
              names={known && [known.name, known.bankAccountName]}
            />
          )
        }
      >
        <PasswordControl
          autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
          maxLength={200}
          showLabel={t`Show password`}
          hideLabel={t`Hide password`}
          {...form.register(name)}
        />
      </Field>
    )
  }
  const save = async ({ oldPassword, newPassword: chosen }: PasswordForm) => {
    await operation.run({ body: { oldPassword, newPassword: chosen } })
  }
  return (
    <Sheet open onClose={onClose} locked={operation.busy} title={t`Change password`} closeLabel={t`Close`}>
      <ChangeForm operation={operation} onSubmit={form.handleSubmit(save)}>
        {field('oldPassword')}
        {field('newPassword')}
        {field('confirmPassword')}
      </ChangeForm>
    </Sheet>
  )
}

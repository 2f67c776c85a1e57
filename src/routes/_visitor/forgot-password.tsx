import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { mayHaveExtension } from '#data/site/may-have-extension.ts'
import { ForgotPasswordScreen } from '#features/auth/forgot-password/forgot-password-screen.tsx'

export const Route = createFileRoute('/_visitor/forgot-password')({
  validateSearch: v.object({
    step: v.fallback(v.optional(v.picklist(['phone', 'code', 'password'])), undefined),
  }),
  beforeLoad: async ({ context }) => {
    if (!(await mayHaveExtension(context.queryClient, 'password-reset')))
      throw redirect({ to: '/contact', replace: true })
  },
  staticData: {
    title: msg`Forgotten password`,
    asks: ['/api/lookup/active'],
    shell: {
      shape: 'form',
      title: msg`Forgot your password?`,
      text: msg`We send a code to the phone number of your account.`,
    },
  },
  component: ForgotPassword,
})

function ForgotPassword() {
  const navigate = Route.useNavigate()
  const { step = 'phone' } = Route.useSearch()
  return (
    <ForgotPasswordScreen
      step={step}
      onStep={(next, replace) => void navigate({ search: (search) => ({ ...search, step: next }), replace })}
      onDone={() => void navigate({ to: '/login', replace: true })}
    />
  )
}

import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { RegisterScreen } from '#features/auth/register-screen.tsx'
import { keepInviteCode } from '#data/invite-code.ts'
import { registerOtpQueryOptions } from '#data/site-config-queries.ts'

const step = v.picklist(['phone', 'code', 'profile', 'bank'])

export const Route = createFileRoute('/_visitor/register')({
  validateSearch: v.object({
    code: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(64))), undefined),
    step: v.fallback(v.optional(step), undefined),
  }),
  // The screen is not drawn without it. Whatever comes of it is the screen's to say.
  loader: ({ context }) => context.queryClient.prefetchQuery(registerOtpQueryOptions),
  staticData: {
    title: msg`Register`,
    chatBubble: true,
    landing: true,
    offline: false,
    asks: ['/api/lookup/registerOTP'],
    shell: {
      title: msg`Create your account`,
      text: msg`We send a code to your phone to make sure that it is yours.`,
    },
  },
  component: Register,
})

function Register() {
  const navigate = Route.useNavigate()
  const { code, step = 'phone' } = Route.useSearch()
  return (
    <RegisterScreen
      step={step}
      onStep={(next) => void navigate({ search: (search) => ({ ...search, step: next }) })}
      inviteCode={keepInviteCode(code)}
      onDone={() => void navigate({ to: '/login' })}
    />
  )
}

import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { rememberAtom } from '#features/auth/login-phone.ts'
import { RegisterScreen } from '#features/auth/register-screen.tsx'
import { store } from '#lib/store.ts'
import { keepInviteCode, maxInviteCodeLength } from '#data/rewards/invite-code.ts'
import { registerOtpQueryOptions } from '#data/site/site-config-queries.ts'
import { linkClass } from '#ui/button/link-class.ts'
import { enter } from './-enter.ts'

const step = v.picklist(['phone', 'code', 'profile', 'bank'])

export const Route = createFileRoute('/_visitor/register')({
  validateSearch: v.object({
    code: v.fallback(v.optional(v.string()), undefined),
    step: v.fallback(v.optional(step), undefined),
  }),
  // The screen needs it for its first render, and handles its failure itself.
  loader: ({ context }) => context.queryClient.prefetchQuery(registerOtpQueryOptions),
  staticData: {
    title: msg`Register`,
    asks: ['/api/lookup/registerOTP'],
    shell: {
      shape: 'form',
      title: msg`Create your account`,
      text: msg`We send a code to your phone to make sure that it is yours.`,
    },
  },
  component: Register,
})

function Register() {
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { code = '', step = 'phone', redirect: target } = Route.useSearch()
  return (
    <RegisterScreen
      step={step}
      onStep={(next, replace) => void navigate({ search: (search) => ({ ...search, step: next }), replace })}
      inviteCode={keepInviteCode(code)}
      isInviteRefused={code.trim().length > maxInviteCodeLength}
      loginLink={
        <Link to="/login" className={linkClass({ alone: true })}>
          <Trans>Already a member? Log in</Trans>
        </Link>
      }
      onSignedIn={(token) => enter(router, { token, remember: store.get(rememberAtom), target })}
      onDone={() => void navigate({ to: '/login' })}
    />
  )
}

import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { hasExtension } from '#lib/api-extensions.ts'
import { siteActiveQueryOptions } from '#data/site-config-queries.ts'
import { ForgotPasswordScreen } from '#features/auth/forgot-password/forgot-password-screen.tsx'

/** A stalled connection shows the page without an answer after this time. */
const askedForMs = 2500

export const Route = createFileRoute('/_visitor/forgot-password')({
  validateSearch: v.object({
    step: v.fallback(v.optional(v.picklist(['phone', 'code', 'password'])), undefined),
  }),
  beforeLoad: async ({ context, preload }) => {
    const isAnnounced = () => hasExtension('password-reset')
    if (preload || isAnnounced()) return
    // Any answer announces the backend's extensions. Without one, a code that the member waits for must not be lost.
    const query = { ...siteActiveQueryOptions, retry: false }
    const isAnswered = await Promise.race([
      context.queryClient.fetchQuery(query).then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), askedForMs)),
    ])
    if (isAnswered && !isAnnounced()) throw redirect({ to: '/contact', replace: true })
  },
  staticData: {
    title: msg`Forgotten password`,
    asks: ['/api/lookup/active'],
    shell: {
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

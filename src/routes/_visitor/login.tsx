import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, redirect, useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { endedSessionsAtom } from '#data/session/session.ts'
import { isSiteActive, markSiteOpen } from '#data/site/site-active.ts'
import { breakIn } from '#features/auth/break-address.ts'
import { rememberAtom } from '#features/auth/login-phone.ts'
import { LoginScreen } from '#features/auth/login-screen.tsx'
import { offerPasskey } from '#features/auth/passkey/offer-passkey.ts'
import { PasskeyLoginEntry } from '#features/auth/passkey/passkey-login-entry.tsx'
import { store } from '#lib/store.ts'
import { linkClass } from '#ui/button/link-class.ts'
import { VisitorTop } from '../-visitor-top.tsx'
import { enter } from './-enter.ts'

export const Route = createFileRoute('/_visitor/login')({
  beforeLoad: async ({ context, navigate }) => {
    const leave = () => void navigate({ to: '/terminated', replace: true })
    if (!(await isSiteActive(context.queryClient, leave)))
      throw redirect({ to: '/terminated', replace: true })
    markSiteOpen()
  },
  staticData: {
    title: msg`Log in`,
    isEntry: true,
    offline: true,
    asks: ['/api/lookup/active'],
    shell: { shape: 'arrival', text: msg`Your wallet, ready wherever you are` },
  },
  component: Login,
})

function Login() {
  const router = useRouter()
  const navigate = Route.useNavigate()
  const { redirect: target } = Route.useSearch()
  const canReset = useAtomValue(extensionsAtom).has('password-reset')
  const enterByPassword = (token: string, remember: boolean) => {
    enter(router, { token, remember, target })
    offerPasskey()
  }
  const help = (
    <Link to={canReset ? '/forgot-password' : '/contact'} className={linkClass({ alone: true })}>
      <Trans>Forgot your password?</Trans>
    </Link>
  )
  // After a session that ended before its first page was there, the form starts again.
  const ended = useAtomValue(endedSessionsAtom)
  const passkey = (
    <PasskeyLoginEntry
      onSignedIn={(token) => enter(router, { token, remember: store.get(rememberAtom), target })}
    />
  )
  return (
    <LoginScreen
      key={ended}
      top={<VisitorTop />}
      helpLink={help}
      onBreak={(refusal) => void navigate({ to: '/break', search: breakIn(refusal) })}
      otherWay={passkey}
      onSignedIn={enterByPassword}
    />
  )
}

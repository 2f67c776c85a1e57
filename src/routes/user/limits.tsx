import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate, redirect } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { extensionsAtom, hasExtension } from '#lib/network/api-extensions.ts'
import { mayHaveExtension } from '#data/site/may-have-extension.ts'
import { siteActiveQueryOptions } from '#data/site/site-config-queries.ts'
import { endSession } from '#data/session/session.ts'
import {
  helpLinesQueryOptions,
  limitsQueryOptions,
  playQueryOptions,
} from '#features/limits/limits-queries.ts'
import { LimitsScreen } from '#features/limits/limits-screen.tsx'

export const Route = createFileRoute('/user/limits')({
  beforeLoad: async ({ context }) => {
    if (!(await mayHaveExtension(context.queryClient, 'play-limits')))
      throw redirect({ to: '/user/profile', replace: true })
  },
  loader: ({ context: { queryClient } }) => {
    if (!hasExtension('play-limits')) return
    void queryClient.prefetchQuery(limitsQueryOptions)
    if (hasExtension('reality-checks')) void queryClient.prefetchQuery(playQueryOptions)
    void queryClient.prefetchQuery(helpLinesQueryOptions)
  },
  staticData: {
    title: msg`Play within limits`,
    hasPrimary: true,
    asks: ['/api/limits', '/api/lookup/help'],
    shell: {
      shape: 'section',
      text: msg`How much you pay in at most. Money that arrives all the same is yours, and counts. Lower limits take effect at once; higher ones after 24 hours, when you confirm them.`,
    },
  },
  component: PlayLimits,
})

function PlayLimits() {
  const navigate = Route.useNavigate()
  const hasLimits = useAtomValue(extensionsAtom).has('play-limits')
  // `beforeLoad` lets the page open before the backend has answered; a late answer may say that it has no limits.
  const isAnswered = useQuery({ ...siteActiveQueryOptions, enabled: false }).isSuccess
  if (!hasLimits && isAnswered) return <Navigate to="/user/profile" replace />
  return (
    <LimitsScreen
      onBreak={({ kind, until }) => {
        // The server ended every session when the break began.
        endSession()
        void navigate({ to: '/break', search: { kind, until }, replace: true })
      }}
    />
  )
}

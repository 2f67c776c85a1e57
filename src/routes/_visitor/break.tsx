import { msg } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { time } from '#api/contract/fields.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { mayHaveExtension } from '#data/site/may-have-extension.ts'
import { BreakScreen } from '#features/limits/break-screen.tsx'
import { helpLinesQueryOptions } from '#features/limits/limits-queries.ts'

export const Route = createFileRoute('/_visitor/break')({
  validateSearch: v.object({
    kind: v.fallback(v.optional(v.string()), undefined),
    until: v.fallback(v.optional(time), undefined),
  }),
  beforeLoad: async ({ context }) => {
    if (!(await mayHaveExtension(context.queryClient, 'play-limits')))
      throw redirect({ to: '/login', replace: true })
  },
  loader: ({ context: { queryClient } }) => {
    if (hasExtension('play-limits')) void queryClient.prefetchQuery(helpLinesQueryOptions)
  },
  staticData: {
    title: msg`A break from playing`,
    asks: ['/api/lookup/help'],
    shell: {
      shape: 'notice',
      title: msg`You are on a break`,
      text: msg`Until then nobody can log in to your account, and no new one can be opened. It ends by itself. Your money is safe, and you can have it paid out here.`,
    },
  },
  component: Break,
})

function Break() {
  const { kind, until } = Route.useSearch()
  return <BreakScreen until={until} isExclusion={kind === 'exclusion'} />
}

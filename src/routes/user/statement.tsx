import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { statementQueryOptions } from '#data/statement-queries.ts'
import { StatementScreen } from '#features/statement/statement-screen.tsx'

const page = v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(2), v.maxValue(100_000))

export const Route = createFileRoute('/user/statement')({
  validateSearch: v.object({ page: v.fallback(v.optional(page), undefined) }),
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(statementQueryOptions(deps.page)),
  staticData: { title: msg`Statement` },
  component: Statement,
})

function Statement() {
  const navigate = Route.useNavigate()
  const { page = 1 } = Route.useSearch()
  const turn = (next: number) =>
    void navigate({ search: (search) => ({ ...search, page: next > 1 ? next : undefined }) })
  return <StatementScreen page={page} onPage={turn} />
}

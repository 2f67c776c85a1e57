import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import * as v from 'valibot'
import type { ListPlace } from '#data/pages.ts'
import { statementQueryOptions } from '#data/wallet/statement-queries.ts'
import { toStatementFilter, readStatementSearch } from '#features/statement/statement-filter.ts'
import { StatementScreen } from '#features/statement/statement-screen.tsx'
import { useModal } from '../-modals/use-modal.ts'

const page = v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(2), v.maxValue(100_000))
const before = v.pipe(v.string(), v.maxLength(300))
/** The statement reads what it says, and leaves out what it does not understand. */
const filtered = v.fallback(v.optional(before), undefined)

const searchSchema = v.object({
  page: v.fallback(v.optional(page), undefined),
  /** The position of that page. */
  before: v.fallback(v.optional(before), undefined),
  kind: filtered,
  from: filtered,
  until: filtered,
  q: filtered,
})

/** The first page begins at the newest row, whatever the address says. */
const placeOf = ({ page: shown, before: position }: v.InferOutput<typeof searchSchema>): ListPlace =>
  shown === undefined ? { page: 1 } : { page: shown, before: position }

export const Route = createFileRoute('/user/statement')({
  validateSearch: searchSchema,
  loaderDeps: ({ search: asked }) => asked,
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(
      statementQueryOptions(placeOf(deps), toStatementFilter(readStatementSearch(deps))),
    ),
  staticData: { title: msg`Statement`, offline: true, shell: { shape: 'split' } },
  component: Statement,
})

function Statement() {
  const navigate = Route.useNavigate()
  const asked = Route.useSearch()
  const { open } = useModal()
  const turn = useCallback(
    (next: ListPlace, options?: { replace: boolean }) =>
      void navigate({
        ...options,
        search: (now) => ({ ...now, page: next.page > 1 ? next.page : undefined, before: next.before }),
      }),
    [navigate],
  )
  return (
    <StatementScreen
      place={placeOf(asked)}
      onPlace={turn}
      search={readStatementSearch(asked)}
      onFilter={({ kinds: chosen, text: q, from, until }) =>
        void navigate({
          search: (now) => ({
            ...now,
            page: undefined,
            before: undefined,
            kind: chosen.join(',') || undefined,
            from,
            until,
            q,
          }),
          replace: true,
        })
      }
      onSlips={() => open({ open: 'slips' })}
    />
  )
}

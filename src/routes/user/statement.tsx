import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import * as v from 'valibot'
import { type StatementKind, statementKinds, statementQueryOptions } from '#data/statement-queries.ts'
import { StatementScreen } from '#features/statement/statement-screen.tsx'
import { useModal } from '../-use-modal.ts'

const page = v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(2), v.maxValue(100_000))
const kind = v.picklist(Object.keys(statementKinds) as StatementKind[])

export const Route = createFileRoute('/user/statement')({
  validateSearch: v.object({
    page: v.fallback(v.optional(page), undefined),
    kind: v.fallback(v.optional(kind), undefined),
  }),
  loaderDeps: ({ search: { page: shown = 1, kind: only } }) => ({ page: shown, kind: only }),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(statementQueryOptions(deps.page, deps.kind)),
  staticData: { title: msg`Statement`, chatBubble: true, offline: true },
  component: Statement,
})

function Statement() {
  const navigate = Route.useNavigate()
  const { page: shown = 1, kind: only } = Route.useSearch()
  const { open } = useModal()
  const turn = useCallback(
    (next: number) =>
      void navigate({ search: (search) => ({ ...search, page: next > 1 ? next : undefined }) }),
    [navigate],
  )
  return (
    <StatementScreen
      page={shown}
      onPage={turn}
      kind={only}
      onKind={(next) =>
        void navigate({ search: (search) => ({ ...search, page: undefined, kind: next }), replace: true })
      }
      onSlips={() => open({ open: 'slips' })}
    />
  )
}

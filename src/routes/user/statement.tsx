import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import * as v from 'valibot'
import type { Place } from '#data/pages.ts'
import { type StatementKind, statementKinds, statementQueryOptions } from '#data/statement-queries.ts'
import { StatementScreen } from '#features/statement/statement-screen.tsx'
import { useModal } from '../-use-modal.ts'

const page = v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(2), v.maxValue(100_000))
const before = v.pipe(v.string(), v.maxLength(300))
const kind = v.picklist(Object.keys(statementKinds) as StatementKind[])

const search = v.object({
  page: v.fallback(v.optional(page), undefined),
  /** The position of that page. */
  before: v.fallback(v.optional(before), undefined),
  kind: v.fallback(v.optional(kind), undefined),
})

/** The first page begins at the newest row, whatever the address says. */
const placeOf = ({ page: shown, before: position }: v.InferOutput<typeof search>): Place =>
  shown === undefined ? { page: 1 } : { page: shown, before: position }

export const Route = createFileRoute('/user/statement')({
  validateSearch: search,
  loaderDeps: ({ search: asked }) => ({ place: placeOf(asked), kind: asked.kind }),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(statementQueryOptions(deps.place, deps.kind)),
  staticData: { title: msg`Statement`, offline: true },
  component: Statement,
})

function Statement() {
  const navigate = Route.useNavigate()
  const asked = Route.useSearch()
  const { open } = useModal()
  const turn = useCallback(
    (next: Place) =>
      void navigate({
        search: (now) => ({ ...now, page: next.page > 1 ? next.page : undefined, before: next.before }),
      }),
    [navigate],
  )
  return (
    <StatementScreen
      place={placeOf(asked)}
      onPlace={turn}
      kind={asked.kind}
      onKind={(next) =>
        void navigate({
          search: (now) => ({ ...now, page: undefined, before: undefined, kind: next }),
          replace: true,
        })
      }
      onSlips={() => open({ open: 'slips' })}
    />
  )
}

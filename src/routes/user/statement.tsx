import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import * as v from 'valibot'
import type { Place } from '#data/pages.ts'
import { statementQueryOptions } from '#data/statement-queries.ts'
import {
  filterOf,
  type Narrowing,
  type StatementKind,
  statementKinds,
} from '#features/statement/statement-filter.ts'
import { StatementScreen } from '#features/statement/statement-screen.tsx'
import { useModal } from '../-use-modal.ts'

const page = v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(2), v.maxValue(100_000))
const before = v.pipe(v.string(), v.maxLength(300))
const kinds = v.pipe(
  v.string(),
  v.check((text) => text.split(',').every((one) => one in statementKinds)),
)
const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/),
  v.check((text) => !Number.isNaN(Date.parse(text))),
)
/** A number in the address is read as one. */
const search = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(100),
)

const searchSchema = v.object({
  page: v.fallback(v.optional(page), undefined),
  /** The position of that page. */
  before: v.fallback(v.optional(before), undefined),
  /** One or several, separated by commas. */
  kind: v.fallback(v.optional(kinds), undefined),
  from: v.fallback(v.optional(day), undefined),
  until: v.fallback(v.optional(day), undefined),
  q: v.fallback(v.optional(search), undefined),
})

/** The first page begins at the newest row, whatever the address says. */
const placeOf = ({ page: shown, before: position }: v.InferOutput<typeof searchSchema>): Place =>
  shown === undefined ? { page: 1 } : { page: shown, before: position }

const narrowingOf = ({ kind, from, until, q }: v.InferOutput<typeof searchSchema>): Narrowing => ({
  kinds: (kind?.split(',') ?? []) as StatementKind[],
  from,
  until,
  search: q,
})

export const Route = createFileRoute('/user/statement')({
  validateSearch: searchSchema,
  loaderDeps: ({ search: asked }) => ({ place: placeOf(asked), filter: filterOf(narrowingOf(asked)) }),
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(statementQueryOptions(deps.place, deps.filter)),
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
      narrowing={narrowingOf(asked)}
      onNarrow={({ kinds: chosen, search: q, from, until }) =>
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

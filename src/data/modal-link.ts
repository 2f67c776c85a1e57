import type { RegisteredRouter, RouteById } from '@tanstack/react-router'

/** The names that the routes' search parameter takes. */
type ModalName = NonNullable<
  RouteById<RegisteredRouter['routeTree'], '/user'>['types']['fullSearchSchema']['open']
>

/** What a link needs that opens a modal over the page, which stays where it is scrolled to. */
export const modalLink = <Name extends ModalName>(open: Name) =>
  ({
    to: '.',
    search: <Search extends object>(search: Search) => ({ ...search, open }),
    state: { modal: true },
    resetScroll: false,
    // Without it the link would count as the current page's, and screen readers would say so.
    activeOptions: { includeSearch: true },
  }) as const

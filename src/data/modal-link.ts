import type { RegisteredRouter, RouteById } from '@tanstack/react-router'

/** The names that the routes' search parameter takes. */
type ModalName = NonNullable<
  RouteById<RegisteredRouter['routeTree'], '/user'>['types']['fullSearchSchema']['open']
>

/** What a link needs that opens a modal over the page, which stays where it is scrolled to. */
export const modalLink = <Name extends ModalName>(open: Name) =>
  ({
    to: '.',
    // No address has a parameter without a value, so the link never counts as the current page's: that is the one below the modal.
    search: <Search extends object>(search: Search) => ({ ...search, open, _: undefined }),
    activeOptions: { explicitUndefined: true, exact: true },
    state: { modal: true },
    resetScroll: false,
  }) as const

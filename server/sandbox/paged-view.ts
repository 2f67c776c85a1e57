import { markup, type Markup } from './markup.ts'
import type { ListPart } from './paged.ts'
import { type PagedList, placed, type Places } from './places.ts'

/** Says what a part of a list does not show, and links to it; the page's other lists stay where they are. */
export function restOf(
  { more, after, next }: ListPart<unknown>,
  page: string,
  list: PagedList,
  places: Places,
): Markup | '' {
  const link = (words: string, to?: string) =>
    markup`<a aria-describedby="${list}" href="${placed(page, { ...places, [list]: to })}#${list}">${words}</a>`
  return more === ''
    ? ''
    : markup`${more} ${after ? link('The first') : ''} ${next ? link('The next', next) : ''}`
}

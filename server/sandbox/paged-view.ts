import { isUuid } from '../http/uuid.ts'
import { markup, type Markup } from './markup.ts'

interface Part {
  more: string
  after: string | undefined
  next: string | undefined
}

/** The page with the part of its list that begins after this row; with the beginning if the address names no row. */
export const placeAfter = (page: string, list: string, after = ''): string =>
  isUuid(after) ? `${page}?${list}=${after}` : page

/** Says what a part of a list does not show, and links to it. `list` is the id of its section too. */
export const restOf = ({ more, after, next }: Part, page: string, list: string): Markup | '' => {
  const link = (words: string, to?: string) =>
    markup`<a href="${placeAfter(page, list, to)}#${list}">${words}</a>`
  return more === ''
    ? ''
    : markup`${more} ${after ? link('The first') : ''} ${next ? link('The next', next) : ''}`
}

import { readPages } from '../../scripts/route-loading/routes.ts'
import { type ModalName, modalNames } from '../../src/routes/-modal-search.ts'

/** The English title of each page, by its address. */
const titles = new Map(readPages().map(({ path, title }) => [path.replace('*', 'nowhere'), title ?? '']))
const pages = [...titles.keys()]
export const titleOf = (address: string) => titles.get(address) ?? ''

/** What the address of a modal says besides its name, once for each of its kinds. Without an entry it is opened by its name. */
const parameters: Partial<Record<ModalName, string[]>> = {
  game: ['&game=PG', '&game=JOKER'],
  bonus: ['&bonus=WELCOME'],
  transfer: ['', '&from=GAMES'],
}

/** Every page of a visitor, `/nowhere` for those that are missing. */
export const visitorPages = pages.filter((path) => !path.startsWith('/user'))
/** Every page of a member. */
export const memberPages = pages.filter((path) => path.startsWith('/user'))
/** Every modal of a member, opened over the home page by its address. */
export const modalAddresses = modalNames.flatMap((name) =>
  (parameters[name] ?? ['']).map((more) => `/user/home?open=${name}${more}`),
)

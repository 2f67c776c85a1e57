import { readModals, readPages } from '../../scripts/route-loading/routes.ts'
import type { ModalName } from '../../src/routes/-modals/modal-search.ts'

const byAddress = new Map(readPages().map((page) => [page.path.replace('*', 'nowhere'), page]))
const pages = [...byAddress.keys()]
/** The English title of a page. */
export const titleOf = (address: string) => byAddress.get(address)?.title ?? ''
/** What the page paints before the app has loaded, in English. */
export const firstWordsOf = (address: string): string[] => {
  const { title, shell } = byAddress.get(address) ?? {}
  // Of the home page it paints the wallet, which has no heading that is seen.
  const heading = shell?.shape === 'wallet' ? undefined : (shell?.title ?? title)
  return [heading, shell?.text].filter((text) => text != null)
}

/** What the address of a modal says besides its name, once for each of its kinds. Without an entry it is opened by its name. */
const parameters: Partial<Record<ModalName, string[]>> = {
  game: ['&game=PG', '&game=JOKER'],
  bonus: ['&bonus=WELCOME'],
  transfer: ['', '&source=GAMES'],
}

/** Every page of a visitor, `/nowhere` for those that are missing. */
export const visitorPages = pages.filter((path) => !path.startsWith('/user'))
/** Every page of a member. */
export const memberPages = pages.filter((path) => path.startsWith('/user'))
export const modalNames = [...readModals('visitor'), ...readModals('member')].map(
  ({ name }) => name as ModalName,
)
/** Every modal of a member, opened over the home page by its address. */
export const modalAddresses = modalNames.flatMap((name) =>
  (parameters[name] ?? ['']).map((more) => `/user/home?open=${name}${more}`),
)

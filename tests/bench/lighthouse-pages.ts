import type { Result } from 'lighthouse'
import { pagesOf, readRoutes } from '../../scripts/route-loading/routes.ts'
import { runLighthouse } from '../../scripts/lighthouse.ts'
import { registerMember } from '../support/members.ts'
import { besideBarePage, median, onStage } from './stage.ts'

const RUNS = 5

/** The median of the runs of one page. */
export type Of = (look: (result: Result) => number) => number

export interface Pages {
  bare: Of
  pages: [name: string, of: Of][]
}

/** The pages that people arrive at first. */
export const landings = ['/login', '/register', '/user/home']
const everyPage = pagesOf(readRoutes()).map(({ path }) => path.replace('*', 'nowhere'))
const sheets = ['deposit', 'withdraw', 'transfer', 'game&game=PG', 'spin'].map(
  (name) => `/user/home?open=${name}`,
)

/** Every page, and the sheets that a link can open. */
export const everyAddress = [...everyPage, ...sheets]

/** Lighthouse as a phone, so many times: a bare page, then the app's, in turn, each in a browser that has never been there. */
export const lighthousePages = (
  throttling: 'simulate' | 'devtools',
  addresses: readonly string[],
): Promise<Pages> =>
  onStage(({ server, sandbox }) =>
    besideBarePage(async (bare) => {
      const { token } = await registerMember(sandbox, 125)
      const signedIn = { 'champa.token': JSON.stringify(token) }
      const subjects = [
        { name: 'bare page', url: `${bare.origin}/`, localStorage: undefined },
        ...addresses.map((address) => ({
          name: address,
          url: server.origin + address,
          localStorage: address.startsWith('/user') ? signedIn : undefined,
        })),
      ]
      const results = subjects.map((): Result[] => [])
      for (let run = 0; run < RUNS; run += 1) {
        for (const [index, { url, localStorage }] of subjects.entries())
          results[index]?.push(await runLighthouse(url, { throttling, localStorage }))
      }
      const of =
        (runs: readonly Result[]): Of =>
        (look) =>
          median(runs.map(look))
      const [first = [], ...others] = results
      return {
        bare: of(first),
        pages: others.map((runs, index) => [subjects[index + 1]?.name ?? '', of(runs)]),
      }
    }),
  )

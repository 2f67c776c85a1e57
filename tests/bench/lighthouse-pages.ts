import { storageKeys } from '../../src/lib/storage-keys.ts'
import { type LighthouseRun, runLighthouse } from '../../scripts/lighthouse.ts'
import { memberPages, visitorPages } from '../support/addresses.ts'
import { registerMember } from '../support/members.ts'
import { benchBrowser, withBarePage, median, withServerAndBrowser } from './setup.ts'

const RUNS = 5

/** Returns the median of a measured value over the runs of one page. */
export type MedianOf = (valueOf: (run: LighthouseRun) => number) => number

interface Pages {
  bare: MedianOf
  pages: [name: string, medianOf: MedianOf][]
}

/** The pages that people open first. */
export const entryPages = ['/login', '/register', '/user/home']
const sheets = ['deposit', 'withdraw', 'transfer', 'game&game=PG', 'spin'].map(
  (name) => `/user/home?open=${name}`,
)

/** Every page, and the most important sheets opened by their address. */
export const everyAddress = [...visitorPages, ...memberPages, ...sheets]

/** Runs Lighthouse as a phone on a bare page and the app's pages in turn, several times, each in a fresh browser. */
export const lighthousePages = (
  throttling: 'simulate' | 'devtools',
  addresses: readonly string[],
): Promise<Pages> =>
  withServerAndBrowser(({ server, sandbox }) =>
    withBarePage(async (bare) => {
      const { token } = await registerMember(sandbox, 125)
      const signedIn = { [storageKeys.token]: JSON.stringify(token) }
      const subjects = [
        { name: 'bare page', url: `${bare.origin}/`, localStorage: undefined },
        ...addresses.map((address) => ({
          name: address,
          url: server.origin + address,
          localStorage: address.startsWith('/user') ? signedIn : undefined,
        })),
      ]
      const browser = benchBrowser()
      const results = subjects.map((): LighthouseRun[] => [])
      for (let run = 0; run < RUNS; run += 1) {
        for (const [index, { url, localStorage }] of subjects.entries())
          results[index]?.push(await runLighthouse(url, { throttling, localStorage, browser }))
      }
      const medianOf =
        (runs: readonly LighthouseRun[]): MedianOf =>
        (valueOf) =>
          median(runs.map(valueOf))
      const [first = [], ...others] = results
      return {
        bare: medianOf(first),
        pages: others.map((runs, index) => [subjects[index + 1]?.name ?? '', medianOf(runs)]),
      }
    }),
  )

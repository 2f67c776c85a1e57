import type { Result } from 'lighthouse'
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

/** Lighthouse as a phone, so many times: a bare page, then the app's, in turn, each in a browser that has never been there. */
export const lighthousePages = (throttling: 'simulate' | 'devtools'): Promise<Pages> =>
  onStage(({ server, sandbox }) =>
    besideBarePage(async (bare) => {
      const { token } = await registerMember(sandbox, 125)
      const signedIn = { 'champa.token': JSON.stringify(token) }
      const subjects = [
        { name: 'bare page', url: `${bare.origin}/`, localStorage: undefined },
        { name: '/login', url: `${server.origin}/login`, localStorage: undefined },
        { name: '/register', url: `${server.origin}/register`, localStorage: undefined },
        { name: '/user/home', url: `${server.origin}/user/home`, localStorage: signedIn },
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

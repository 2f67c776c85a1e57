import { metric, score } from '../../scripts/lighthouse.ts'
import type { Bench, BenchTable } from './bench.ts'
import { everyAddress, landings, lighthousePages, type Of } from './lighthouse-pages.ts'
import { inMs, load } from './stage.ts'

const lcp = 'largest-contentful-paint'
/** How many times the bare page's LCP a page may take. */
const maxTimes = (name: string) => (landings.includes(name) ? 1 : 1.75)

async function run(): Promise<BenchTable> {
  const { bare, pages } = await lighthousePages('simulate', everyAddress)
  const floor = bare((result) => metric(result, lcp))
  const row = (name: string, of: Of, isBare = false) => {
    const paint = of((result) => metric(result, lcp))
    const blocked = of((result) => metric(result, 'total-blocking-time'))
    const shift = of((result) => metric(result, 'cumulative-layout-shift'))
    const points = of((result) => score(result, 'performance'))
    const reached = paint <= maxTimes(name) * floor && blocked <= 100 && shift <= 0.02 && points >= 97
    return [
      name,
      inMs(of((result) => metric(result, 'first-contentful-paint'))),
      inMs(paint),
      isBare ? '' : (paint / floor).toFixed(2),
      inMs(blocked),
      shift.toFixed(3),
      String(points),
      isBare ? '' : reached ? 'yes' : 'no',
    ]
  }
  return {
    heads: ['page', 'FCP, ms', 'LCP, ms', 'times the bare page', 'TBT, ms', 'CLS', 'score', 'reached'],
    rows: [row('bare page', bare, true), ...pages.map(([name, of]) => row(name, of))],
    note: `Wanted: LCP at most the bare page's on ${landings.join(', ')} and at most 1.75 times elsewhere, TBT at most 100 ms, CLS at most 0.02, score at least 97. ${load()}`,
  }
}

export const bench: Bench = {
  about:
    'Lighthouse as a phone, its slow line and CPU reckoned (simulated throttling), median of 5, beside a bare page of Vite and React built and served the same way in the same run. What begins with /user is a member’s; what has ?open= shows that sheet over the home page.',
  run,
}

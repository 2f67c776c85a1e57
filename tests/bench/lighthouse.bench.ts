import { metric, score } from '../../scripts/lighthouse.ts'
import type { Bench, BenchTable } from './bench.ts'
import { entryPages, everyAddress, lighthousePages, type MedianOf } from './lighthouse-pages.ts'
import { inMs, load } from './setup.ts'

const lcp = 'largest-contentful-paint'
/** The largest allowed ratio of a page's LCP to the bare page's. */
const maxRatio = (name: string) => (entryPages.includes(name) ? 1 : 1.75)

async function run(): Promise<BenchTable> {
  const { bare, pages } = await lighthousePages('simulate', everyAddress)
  const floor = bare((result) => metric(result, lcp))
  const row = (name: string, medianOf: MedianOf, isBare = false) => {
    const paint = medianOf((result) => metric(result, lcp))
    const blocked = medianOf((result) => metric(result, 'total-blocking-time'))
    const shift = medianOf((result) => metric(result, 'cumulative-layout-shift'))
    const points = medianOf((result) => score(result, 'performance'))
    const reached = paint <= maxRatio(name) * floor && blocked <= 100 && shift <= 0.02 && points >= 97
    return [
      name,
      inMs(medianOf((result) => metric(result, 'first-contentful-paint'))),
      inMs(paint),
      isBare ? '' : (paint / floor).toFixed(2),
      inMs(blocked),
      inMs(medianOf(({ cpuBlockingMs }) => cpuBlockingMs)),
      shift.toFixed(3),
      String(points),
      isBare ? '' : reached ? 'yes' : 'no',
    ]
  }
  return {
    heads: [
      'page',
      'FCP, ms',
      'LCP, ms',
      'ratio to the bare page',
      'TBT, ms',
      'TBT of CPU time, ms',
      'CLS',
      'score',
      'reached',
    ],
    rows: [row('bare page', bare, true), ...pages.map(([name, medianOf]) => row(name, medianOf))],
    note: `Wanted: LCP at most the bare page's on ${entryPages.join(', ')} and at most 1.75 times elsewhere, TBT at most 100 ms, CLS at most 0.02, score at least 97. Of CPU time: as if each task had taken its CPU time alone; the rest is what a busy machine adds. ${load()}`,
  }
}

export const bench: Bench = {
  about:
    'Lighthouse as a phone on a slow network and CPU (simulated throttling), median of 5, in a browser without a window, beside a bare page of Vite and React built and served the same way in the same run. Addresses below /user are opened by a member; ?open= opens that sheet over the home page.',
  run,
}

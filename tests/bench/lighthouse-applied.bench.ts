import type { Result } from 'lighthouse'
import type { Bench, BenchTable } from './bench.ts'
import { landings, lighthousePages, type Of } from './lighthouse-pages.ts'
import { inMs, load } from './stage.ts'

/** What the browser saw, in ms. */
function observed(result: Result, what: string): number {
  const { details } = result.audits['metrics'] ?? {}
  const [items] = details?.type === 'debugdata' ? (details['items'] as Record<string, number>[]) : []
  return items?.[what] ?? NaN
}

async function run(): Promise<BenchTable> {
  const { bare, pages } = await lighthousePages('devtools', landings)
  const firstPaint = (result: Result) => observed(result, 'observedFirstPaint')
  const floor = bare(firstPaint)
  const row = (name: string, of: Of) => [
    name,
    inMs(of(firstPaint)),
    inMs(of((result) => observed(result, 'observedFirstContentfulPaint'))),
    inMs(of((result) => observed(result, 'observedLargestContentfulPaint'))),
  ]
  return {
    heads: ['page', 'first paint, ms', 'first content, ms', 'largest content, ms', 'reached'],
    rows: [
      [...row('bare page', bare), ''],
      ...pages.map(([name, of]) => [...row(name, of), of(firstPaint) <= floor ? 'yes' : 'no']),
    ],
    note: `Wanted: a first paint no later than the bare page's. ${load()}`,
  }
}

export const bench: Bench = {
  about:
    'The pages that people arrive at, with the slow line and CPU really slowed down (applied throttling), median of 5: what the browser saw.',
  run,
}

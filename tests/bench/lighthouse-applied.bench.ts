import type { Result } from 'lighthouse'
import type { Bench, BenchTable } from './bench.ts'
import { entryPages, lighthousePages, type MedianOf } from './lighthouse-pages.ts'
import { inMs, load } from './setup.ts'

/** A value that the browser itself recorded, in ms. */
function observed(result: Result, what: string): number {
  const { details } = result.audits['metrics'] ?? {}
  const [items] = details?.type === 'debugdata' ? (details['items'] as Record<string, number>[]) : []
  return items?.[what] ?? NaN
}

async function run(): Promise<BenchTable> {
  const { bare, pages } = await lighthousePages('devtools', entryPages)
  const firstPaint = (result: Result) => observed(result, 'observedFirstPaint')
  const floor = bare(firstPaint)
  const row = (name: string, medianOf: MedianOf) => [
    name,
    inMs(medianOf(firstPaint)),
    inMs(medianOf((result) => observed(result, 'observedFirstContentfulPaint'))),
    inMs(medianOf((result) => observed(result, 'observedLargestContentfulPaint'))),
  ]
  return {
    heads: ['page', 'first paint, ms', 'first content, ms', 'largest content, ms', 'reached'],
    rows: [
      [...row('bare page', bare), ''],
      ...pages.map(([name, medianOf]) => [
        ...row(name, medianOf),
        medianOf(firstPaint) <= floor ? 'yes' : 'no',
      ]),
    ],
    note: `Wanted: a first paint no later than the bare page's. ${load()}`,
  }
}

export const bench: Bench = {
  about:
    'The pages that people open first, with network and CPU really slowed down (applied throttling), median of 5, as recorded by the browser.',
  run,
}

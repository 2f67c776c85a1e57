import type { Result } from 'lighthouse'
import { type Category, score } from '../lighthouse.ts'
import { type Finding, judge } from './finding.ts'

/** The minimum scores. */
export const wanted: Readonly<Record<Category, number>> = {
  performance: 90,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}

export function judgeLighthouse(path: string, result: Result): Finding[] {
  return Object.entries(wanted).map(([name, least]) => {
    const category = name as Category
    const reached = score(result, category)
    const rule = `${result.categories[category]?.title ?? category} of ${path}`
    return judge(rule, reached >= least, `${reached} (wanted: ${least})`, lacking(result, category))
  })
}

/** The titles of the audits that cost points. */
function lacking(result: Result, category: Category): string {
  const titles = (result.categories[category]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => result.audits[id])
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 0.9)
    .map((audit) => `${audit?.title ?? ''}${audit?.displayValue ? ` (${audit.displayValue})` : ''}`)
  return titles.length > 0 ? `${titles.join('; ')}.` : 'See the audits that are not whole.'
}

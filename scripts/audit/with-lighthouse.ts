import { storageKeys } from '../../src/lib/storage-keys.ts'
import { runLighthouse } from '../lighthouse.ts'
import { type Finding, skipped } from './finding.ts'
import { judgeLighthouse, wanted } from './lighthouse-rules.ts'
import { needsMember, type Site } from './site.ts'

const categories = Object.keys(wanted) as (keyof typeof wanted)[]

/** Runs Lighthouse on the sign-in and the wallet, as a mid-range phone on a slow connection. */
export async function auditWithLighthouse({ origin, member }: Site): Promise<Finding[]> {
  const robots = await fetch(`${origin}/robots.txt`)
  // A site that keeps search engines out does so on purpose.
  const isKeptOut = robots.ok && /^Disallow: \/\s*$/mu.test(await robots.text())
  const without = isKeptOut ? ['is-crawlable'] : []
  const findings: Finding[] = isKeptOut
    ? [skipped('being found by search engines', 'robots.txt keeps them out')]
    : []
  const judged = async (path: string, localStorage?: Record<string, string>) => {
    let best: Finding[] = []
    // A busy machine only ever lowers the score, so the best of three counts.
    for (let run = 0; run < 3; run += 1) {
      const result = await runLighthouse(origin + path, {
        categories,
        without,
        ...(localStorage && { localStorage }),
      })
      const found = judgeLighthouse(path, result)
      if (run === 0 || failures(found) < failures(best)) best = found
      if (failures(best) === 0) break
    }
    return best
  }
  findings.push(...(await judged('/login')))
  if (!member) return [...findings, skipped('/user/home', needsMember)]
  return [...findings, ...(await judged('/user/home', { [storageKeys.token]: JSON.stringify(member.token) }))]
}

const failures = (findings: readonly Finding[]) => findings.filter(({ outcome }) => outcome === 'fail').length

import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

type Violations = AxeResults['violations']

/**
 * What axe finds broken on this page. It asks for violations alone: naming every part that breaks nothing takes longer than looking
 * at it. Its program is sent once to each page. Waits for all animations, also those that start meanwhile: text that fades in has no
 * contrast yet.
 */
export async function axeViolations(page: Page, options: RunOptions = {}): Promise<Violations> {
  const asked: RunOptions = { ...options, resultTypes: ['violations'] }
  const look = () => page.evaluate<Violations | undefined, RunOptions>(lookInPage, asked)
  const first = await look()
  if (first) return first
  await page.evaluate(`${axe.source}; void 0`)
  const found = await look()
  if (!found) throw new Error('The page does not take axe')
  return found
}

/** Runs in the page. Undefined where axe is not there yet. */
async function lookInPage(options: RunOptions): Promise<Violations | undefined> {
  // One that repeats for ever, such as that of a skeleton, has no end.
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
  while (running().length > 0) await Promise.all(running().map((each) => each.finished.catch(() => each)))
  if (!('axe' in globalThis)) return undefined
  const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options)
  return violations
}

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/**
 * Axe on this page, for its violations alone: naming every part that breaks nothing takes longer than looking at it. Its program is
 * sent to the page once, not twice for each look. Legacy mode spares opening a blank page to merge results from frames: the app
 * has none. Waits for all animations, also those that start meanwhile: text that fades in has no contrast yet.
 */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(async () => {
    // One that repeats for ever, such as that of a skeleton, has no end.
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        )
    while (running().length > 0) await Promise.all(running().map((each) => each.finished.catch(() => each)))
    return 'axe' in globalThis
  })
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
  return builder.setLegacyMode(true).options({ resultTypes: ['violations'] })
}

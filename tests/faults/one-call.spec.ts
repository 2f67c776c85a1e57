import type { Page } from 'playwright/test'
import { checkActiveBonus, listBonuses } from '../../src/api/contract/bonus.ts'
import { lookupActive } from '../../src/api/contract/lookup.ts'
import { findPromotion } from '../../src/api/contract/promotion.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { countRequests } from '../support/count-requests.ts'
import { advanceUntil, expect, signInAs, test, withoutEvents } from '../support/fixtures.ts'

const lines = [
  'Offline · you see what was last known',
  'The service does not answer · you see what was last known',
  'Back online',
]

/** Notes what is said of the connection, however shortly. Runs in the page. */
function noteLines(texts: string[]): void {
  const seenLines: string[] = []
  Object.assign(globalThis, { seenLines })
  new MutationObserver(() => {
    const text = document.body?.textContent ?? ''
    seenLines.push(...texts.filter((line) => text.includes(line) && !seenLines.includes(line)))
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

const seenLines = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seenLines: string[] }).seenLines)

test('a call that a content blocker or a proxy breaks off fails in its own place, and the rest of the app goes on', async ({
  page,
  context,
  app,
  words,
  newMember,
}) => {
  // The stream of events would have the bonuses read again once it is there.
  await withoutEvents(context)
  await page.clock.install()
  await page.addInitScript(noteLines, lines.map(words.say))
  for (const call of [listBonuses, findPromotion])
    await page.route(addressesOf(call), (route) => route.abort('connectionreset'))
  const asked = countRequests(page, listBonuses)
  const searched = countRequests(page, findPromotion)
  await signInAs(page, await newMember(100), '/user/bonus')
  // The first render waits half a second at most for answers, and the call's second try comes later.
  await advanceUntil(page, (soon) => soon(app.field('Promotion code')).toBeVisible(), 100)
  const failed = app.text('The bonuses could not be loaded')
  await advanceUntil(page, (soon) => soon(failed).toBeVisible(), 1000)
  expect(asked()).toBe(2)

  const probed = page.waitForResponse(addressesOf(lookupActive))
  await app.field('Promotion code').fill('NOPE')
  await app.button('Search').click()
  await probed
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(app.button('Search')).toBeEnabled()
  // Past the next probe of a backend that cannot be reached, to the page's next look by itself.
  const looked = page.waitForResponse(addressesOf(checkActiveBonus))
  await page.clock.fastForward(11_000)
  await page.clock.fastForward(50_000)
  await looked
  expect(searched()).toBe(1)

  await advanceUntil(page, (soon) => soon(app.button('Try again')).toBeVisible(), 1000)
  expect(asked()).toBe(4)
  await page.unroute(addressesOf(listBonuses))
  await app.button('Try again').click()
  await expect(failed).toBeHidden()
  expect(await seenLines(page)).toEqual([])
})

import type { Page } from 'playwright/test'
import { expect, navigateInApp, signInAs, test } from '../support/fixtures.ts'
import { lookAtForcedColours } from '../support/looks/forced-colours.ts'
import { lookAtLargeText } from '../support/looks/large-text.ts'
import { lookAtEdges } from '../support/looks/phone-edges.ts'
import { lookAtWords, lookForRules } from '../support/looks/rules.ts'
import { callApi, type TestMember } from '../support/members.ts'
import { largestBalance, type Look, type Looks, memberScreens, visitorScreens } from '../support/screens.ts'
import type { Language } from '../support/words.ts'

// One walk a language: on the way to a screen more is done than in looking at it.

// Colours in motion cannot be judged, and rows of cards scroll by themselves: they can be told apart from what is cut.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
// Some fifty screens, each looked at in several ways: a minute, more on a busy machine.
test.describe.configure({ timeout: 600_000 })

/** Tall enough for every screen: axe counts what the fixed bar covers as too small, although it can be scrolled from under it. */
const wholeScreen = { width: 360, height: 3200 }
const phone = { width: 360, height: 780 }

/** One after the other. The last scrolls, and puts the focus into fields. */
const inTurn =
  (...looks: Look[]): Look =>
  async (page, screen) => {
    const size = page.viewportSize()
    await test.step(screen, async () => {
      for (const look of looks) await look(page, screen)
    })
    if (size) await page.setViewportSize(size)
  }

const looksOf: Record<Language, Looks> = {
  th: {
    at: inTurn(lookForRules, lookAtLargeText, lookAtForcedColours, lookAtEdges),
    atState: lookForRules,
  },
  la: { at: inTurn(lookAtWords, lookAtLargeText), atState: lookAtWords },
  en: { at: lookAtWords, atState: lookAtWords },
}

/** The longest name that a bank takes. */
const name = 'พรพิพัฒน์ชัยวรรณ ณ อยุธยาสุวรรณภูมิพัฒน'
/** At a bank that asks for the holder's name in English letters. */
const namedInEnglish = { name, bankCode: 'BBL', bankAccountName: 'MALI JAIDEE' }

async function enterWithGame(page: Page, origin: string, member: TestMember): Promise<void> {
  await callApi(origin, 'GET', '/api/wallet/activate/PG', undefined, member.token)
  await signInAs(page, member)
}

for (const [language, looks] of Object.entries(looksOf) as [Language, Looks][]) {
  test.describe(language, () => {
    test.use({ language, viewport: language === 'th' ? wholeScreen : phone })

    test(`a visitor’s screens are as they should be (${language})`, async ({ page, app, sandbox }) => {
      await visitorScreens(page, app, sandbox, looks)
    })

    test(`a member’s screens are as they should be (${language})`, async ({
      page,
      app,
      server,
      newMember,
    }) => {
      await enterWithGame(page, server.origin, await newMember(largestBalance, namedInEnglish))
      await memberScreens(page, app, looks)
    })

    if (language !== 'en')
      test(`the longest name of an account is not cut (${language})`, async ({ page, app, newMember }) => {
        await signInAs(page, await newMember(largestBalance, { name }), '/user/profile')
        await expect(page.getByRole('main').getByText(name)).not.toHaveCount(0)
        await lookAtLargeText(page, '/user/profile')
        await navigateInApp(page, '/user/home?open=withdraw')
        await expect(app.sheet('Withdraw').surface.getByText(name)).toBeVisible()
        await lookAtLargeText(page, '/user/home?open=withdraw')
      })
  })
}

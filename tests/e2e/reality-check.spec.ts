import { getPlay } from '../../src/api/contract/limits.ts'
import { addressesOf } from '../support/addresses-of.ts'
import { storeText } from '../support/browser-storage.ts'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Page } from 'playwright/test'
import { axeViolations } from '../support/axe.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'
import { loseInGame } from '../support/lose-in-game.ts'
import type { TestServer } from '../support/server.ts'
import { languages } from '../support/words.ts'

/** What was played so far was played that much earlier. */
async function playedEarlier(server: TestServer, minutes: number): Promise<void> {
  await server.stop()
  const db = new PGlite(join(server.data, 'database'))
  const by = `interval '${minutes} minutes'`
  await db.exec(
    `update play_times set started_at = started_at - ${by}, ends_at = case when ends_at > now() then ends_at else ends_at - ${by} end`,
  )
  await db.exec(`update game_results set created_at = created_at - ${by}`)
  await db.close()
  await server.restart()
}

test('the clock of this session, the question whether to go on, and a limit of the time', async ({
  page,
  app,
  words,
  server,
  sandbox,
  newMember,
}) => {
  const member = await newMember(500)
  await loseInGame(sandbox, member.token, 100)
  await callApi(
    server.origin,
    'POST',
    '/api/wallet/transfer',
    { from: 'WALLET', to: 'PG', amount: 50 },
    member.token,
  )
  await signInAs(page, member, '/user/home')
  // As if a game had been opened here.
  await storeText(page, 'lastPlayed', '"PG"')
  await page.reload()
  // The server has just been started again: a first attempt may be cut off.
  const reload = () =>
    expect(async () => {
      await page.reload()
    }).toPass()
  const clock = page.getByRole('timer')
  await expect(clock).toContainText(words.like('At play for {played}'))
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toHaveCount(0)

  await test.step('after the chosen time, when the member comes back from the game', async () => {
    await page.goto('/user/limits')
    await expect(clock).toBeVisible()
    await page
      .getByRole('button', { name: words.say('{minutes} minutes').replace('{minutes}', '15') })
      .click()
    await expect(
      page.getByRole('button', { name: words.say('{minutes} minutes').replace('{minutes}', '15') }),
    ).toHaveAttribute('aria-pressed', 'true')
    await playedEarlier(server, 16)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(dialog).toContainText(words.like('You have been playing for {played}'))
    await expect(dialog).toContainText('100.00')
    await expect(dialog.getByRole('button', { name: words.say('Stop playing') })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: words.say('Go on') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await reload()
    await expect(clock).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('stopping leads to the money in the games', async () => {
    await playedEarlier(server, 16)
    await reload()
    await dialog.getByRole('button', { name: words.say('Stop playing') }).click()
    await expect(page.getByRole('dialog', { name: words.say('Transfer'), exact: true })).toBeVisible()
  })

  await test.step('no money gets into a game when the time is used up, and all of it out', async () => {
    await page.goto('/user/limits')
    await expect(clock).toBeVisible()
    const perDay = `${words.say('Time at play')} · ${words.say('Per day')}`
    await page.getByRole('button', { name: words.say('Change: {name}').replace('{name}', perDay) }).click()
    // A minute, because the day may have just begun, and only its own minutes count.
    await app.field('Minutes at most').fill('๑')
    await app.button('Save').click()
    await expect(page.getByText(words.like('{shown} so far, {left} left')).last()).toBeVisible()
    const move = (from: string, to: string) =>
      callApi(server.origin, 'POST', '/api/wallet/transfer', { from, to, amount: 10 }, member.token)
    await expect(async () => {
      await expect(move('WALLET', 'PG')).rejects.toThrow('TIME_LIMIT')
    }).toPass({ intervals: [10_000] })
    await move('PG', 'WALLET')
  })
})

/** As if what is played had begun that much earlier, in what the page hears of it. */
const playedLonger = (page: Page, minutes: number) =>
  page.route(addressesOf(getPlay), async (route) => {
    const response = await route.fetch()
    const { session, ...others } = (await response.json()) as { session: { seconds: number } }
    const seconds = session.seconds + 60 * minutes
    await route.fulfill({ response, json: { ...others, session: { ...session, seconds } } })
  })

for (const language of languages.filter((one) => one !== 'th')) {
  test.describe(`in ${language}`, () => {
    test.use({ language })
    test('the question has no fault that axe finds', async ({ page, sandbox, server, newMember }) => {
      const member = await newMember(500)
      await loseInGame(sandbox, member.token, 100)
      await callApi(
        server.origin,
        'POST',
        '/api/wallet/transfer',
        { from: 'WALLET', to: 'PG', amount: 50 },
        member.token,
      )
      await playedLonger(page, 61)
      await signInAs(page, member, '/user/home')
      await storeText(page, 'lastPlayed', '"PG"')
      await page.reload()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const violations = await axeViolations(page)
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
      }
    })
  })
}

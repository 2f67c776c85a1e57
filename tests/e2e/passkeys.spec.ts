import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Locator, Page } from 'playwright/test'
import type { App } from '../support/app.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'
import type { TestMember } from '../support/members.ts'
import type { TestServer } from '../support/server.ts'
import { saveRules } from '../support/submit-form.ts'

async function openAndCloseDrawer(page: Page, app: App): Promise<void> {
  await app.button('Deposit, withdraw and more').click()
  await expect(app.sheet('What next?').surface.getByRole('button').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Signs in by password, and opens and closes the drawer: an offer that came late is made only then. */
async function logInAndLook(page: Page, app: App, member: TestMember): Promise<void> {
  const asked = page.waitForResponse(/\/passkeys$/u)
  await page.goto('/login')
  await app.logIn(member)
  await asked
  await openAndCloseDrawer(page, app)
}

test('on a phone a passkey is offered between wallet and games, once, and covers nothing', async ({
  page,
  app,
  newMember,
}) => {
  await addAuthenticator(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const member = await newMember(300)
  await logInAndLook(page, app, member)
  const setUp = app.link('Set up a passkey')
  await expect(setUp).toBeInViewport({ ratio: 1 })
  const offer = page.locator('section').filter({ has: setUp }).last()
  const boxOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ?? { x: NaN, y: NaN, width: NaN, height: NaN }
  }
  // Boxes of one layout: a notice may come between two looks.
  await expect(async () => {
    const [wallet, own, game] = [
      await boxOf(app.wallet()),
      await boxOf(offer),
      await boxOf(page.getByRole('main').getByRole('listitem').first()),
    ]
    expect(own.y).toBeGreaterThanOrEqual(wallet.y + wallet.height)
    expect(own.y + own.height).toBeLessThanOrEqual(game.y)
    expect(own.x).toBeGreaterThanOrEqual(0)
    expect(own.x + own.width).toBeLessThanOrEqual(360)
  }).toPass()

  await app.button('Not now').click()
  await expect(setUp).toHaveCount(0)
  await app.logOut()
  await page.goto('/login')
  await app.logIn(member)
  await openAndCloseDrawer(page, app)
  await expect(setUp).toHaveCount(0)
})

test('a member adds a passkey, logs in by it, and by it no more once it is removed', async ({
  page,
  app,
  words,
  newMember,
}) => {
  const member = await newMember()
  const device = await addAuthenticator(page)
  const openProfile = () => page.getByRole('link', { name: member.name }).click()
  const list = page.getByRole('region', { name: words.say('Passkeys') })
  const logOut = async () => {
    await app.logOut()
    await expect(app.heading('Log in')).toBeVisible()
  }
  await logInAndLook(page, app, member)
  await app.link('Set up a passkey').click()
  await expect(list).toBeFocused()

  await test.step('whose owner is not verified gets none', async () => {
    await device.setVerified(false)
    await app.button('Add a passkey').click()
    await expect(list).toContainText(words.say('No passkey was added. You can try again at any time.'))
    await device.setVerified(true)
    expect(await device.count()).toBe(0)
  })
  await app.button('Add a passkey').click()
  const row = list.getByRole('listitem')
  await expect(row).toContainText(words.like('Added {added} · not used yet'))
  expect(await device.count()).toBe(1)
  await row.getByRole('button', { name: words.like('Rename {name}') }).click()
  await app.field('Name of the passkey').fill('เครื่องของมะลิ')
  await app.button('Save').click()
  await expect(row).toContainText('เครื่องของมะลิ')

  // The browser suggests it at the phone number, and its owner takes it: the login page may be gone before it is seen.
  await app.logOut()
  await expect(app.wallet()).toBeVisible()
  await openProfile()
  await expect(row).toContainText(words.like('Last used {age}'))

  await test.step('by the button, where the browser suggests none', async () => {
    await page.evaluate(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await logOut()
    await app.button('Log in with a passkey').click()
    await expect(app.wallet()).toBeVisible()
    await openProfile()
  })

  await row.getByRole('button', { name: words.like('Remove {name}') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words.say('Remove'), exact: true })
    .click()
  await expect(list.getByRole('listitem')).toHaveCount(0)
  await logOut()
  await app.button('Log in with a passkey').click()
  await expect(page.getByRole('alert')).toContainText(
    words.say('This passkey could not be used. Please try again, or log in with your password.'),
  )
})

/** Every passkey was added a day earlier: only then one counts in place of a code. */
async function ageByADay(server: TestServer): Promise<void> {
  await server.stop()
  const db = new PGlite(join(server.data, 'database'))
  await db.exec("update passkeys set created_at = created_at - interval '25 hours'")
  await db.close()
  await server.restart()
}

/** Above so many baht a withdrawal needs a proof; 0 is never. */
const setProofAbove = (server: TestServer, baht: number) =>
  saveRules(server.origin, '/rules/proof', { above: String(baht) })

test('a large withdrawal is proved by the passkey, or by a code where it is not used', async ({
  page,
  app,
  words,
  server,
  newMember,
}) => {
  const member = await newMember(1000)
  const device = await addAuthenticator(page)
  await signInAs(page, member, '/user/profile')
  await app.button('Add a passkey').click()
  const list = page.getByRole('region', { name: words.say('Passkeys') })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await ageByADay(server)
  await setProofAbove(server, 200)
  try {
    const sheet = app.sheet('Withdraw')
    const ask = async (baht: string) => {
      // The server has restarted, and the browser may send the first request over a connection that is closed.
      await expect(async () => void (await page.goto('/user/home?open=withdraw'))).toPass()
      await sheet.field('Amount to withdraw').fill(baht)
      await sheet.button('Continue').click()
      await sheet.button('Confirm withdrawal').click()
    }
    await test.step('whose owner is not verified is asked for a code', async () => {
      await device.setVerified(false)
      await ask('300')
      await expect(sheet.button('Send the code')).toBeVisible()
      await expect(
        sheet.text(
          'To keep your money safe, please confirm this withdrawal with a code sent to <0>{phoneNumber}</0>.',
        ),
      ).toBeVisible()
      await sheet.button('Go back').click()
      await device.setVerified(true)
    })
    await sheet.button('Confirm withdrawal').click()
    await expect(
      app.text('Your money is on its way').or(app.text('Your withdrawal is noted')).first(),
    ).toBeVisible()
    await page.goto('/user/home')
    await app.expectBalance('700.00')
    await page.goto('/user/profile')
    await expect(list.getByRole('listitem')).toContainText(words.like('Last used {age}'))
  } finally {
    await setProofAbove(server, 0)
  }
})

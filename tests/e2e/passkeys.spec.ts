import { addAuthenticator } from '../support/authenticator.ts'
import { expect, test } from '../support/fixtures.ts'

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
    await app.button('Log out').first().click()
    await expect(app.heading('Log in')).toBeVisible()
  }
  await page.goto('/login')
  await app.logIn(member)
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

  // The browser suggests it at the phone number, and its owner takes it.
  await logOut()
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

import { expect, signInAs, test } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

test('a one-time code lets a member choose a new password, which ends the other sessions', async ({
  page,
  app,
  words: { say },
  sandbox,
  newMember,
  browser,
  storageState,
  server,
}) => {
  const member = await newMember(50)
  const elsewhere = await browser.newContext({ storageState, baseURL: server.origin })
  const other = await elsewhere.newPage()
  await signInAs(other, member)
  await expect(other.getByText('50.00').first()).toBeVisible()

  await test.step('after a failed sign-in, the phone number is filled in', async () => {
    await page.goto('/login')
    await page.getByLabel(say('Phone number')).fill(member.phone)
    await page.getByLabel(say('Password'), { exact: true }).fill('something-else')
    await app.button('Log in').click()
    await expect(
      page.getByText(say('The phone number or password does not match. Please check both.')),
    ).toBeVisible()
    await page.getByRole('link', { name: say('Forgot your password?') }).click()
    await expect(page).toHaveURL(/\/forgot-password/u)
    await expect(page.getByLabel(say('Phone number'))).toHaveValue(member.phone)
  })

  await test.step('the code survives a reload', async () => {
    await app.button('Continue').click()
    await expect(page.getByLabel(say('Six-digit code'))).toBeVisible()
    await page.reload()
    await page.getByLabel(say('Six-digit code')).fill(await sandbox.codeFor(member.phone))
  })

  const password = 'lotus-by-the-river'
  await test.step('a weak password is refused at its field, a good one is accepted', async () => {
    const field = page.getByLabel(say('New password'), { exact: true })
    const save = async (typed: string) => {
      await field.fill(typed)
      await page.getByLabel(say('Confirm new password'), { exact: true }).fill(typed)
      await app.button('Save the new password').click()
    }
    await save('password1')
    const refused = say(
      'This password is too easy to guess. Use at least 8 characters, and not your phone number, your name or a common password.',
    )
    await expect(field).toHaveAccessibleDescription(new RegExp(refused, 'u'))
    await save(password)
    await expect(page.getByText(say('Your password has been changed'))).toBeVisible()
  })

  await test.step('the other session is over', async () => {
    await expect(callApi(server.origin, 'GET', '/api/wallet', undefined, member.token)).rejects.toThrow(
      'UNAUTHORIZED',
    )
    await other.goto('/user/statement')
    await expect(other).toHaveURL(/\/login/u)
    await elsewhere.close()
  })

  await test.step('the sign-in has the phone number filled in', async () => {
    await expect(page).toHaveURL(/\/login/u)
    await expect(page.getByLabel(say('Phone number'))).toHaveValue(member.phone)
    await page.getByLabel(say('Password'), { exact: true }).fill(password)
    await app.button('Log in').click()
    await expect(page).toHaveURL(/\/user\/home/u)
    await expect(page.getByText('50.00').first()).toBeVisible()
  })
})

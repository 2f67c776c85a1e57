import { expect, signInAs, test, withoutEvents } from '../support/fixtures.ts'
import { callApi } from '../support/members.ts'

test('changing the account holder’s name needs a new one-time code to the member’s phone', async ({
  page,
  app,
  sandbox,
  newMember,
}) => {
  const member = await newMember(0, { bankCode: 'KTB', bankAccountName: 'MALI JAIDEE' })
  await signInAs(page, member, '/user/profile')
  await app.button('Edit the account name').click()
  const sheet = app.sheet('Name on the bank account')
  await sheet.field('Account name').fill('mali suksan')
  await sheet.button('Save').click()
  await expect(sheet.surface.getByText(member.phone)).toBeVisible()

  const code = await sandbox.codeFor(member.phone)
  await sheet.field('Six-digit code').fill(code === '000000' ? '111111' : '000000')
  await expect(sheet.text('The code does not match. Please check the SMS and enter it again.')).toBeVisible()
  await sheet.field('Six-digit code').fill(code)
  await expect(page.getByText(app.words.say('The name has been saved'))).toBeVisible()
  await expect(page.getByRole('main')).toContainText('MALI SUKSAN')

  // Only the holder's name changed: withdrawals to the same account are not held.
  await page.goto('/user/home?open=withdraw')
  await expect(app.sheet('Withdraw').field('Amount to withdraw')).toBeEnabled()
})

test('after a change of the account number, the withdrawal shows until when it is on hold', async ({
  page,
  context,
  app,
  sandbox,
  newMember,
}) => {
  const member = await newMember(500)
  // The page asks anew when the stream of events begins, and would know of the hold before the withdrawal is refused for it.
  await withoutEvents(context)
  await signInAs(page, member, '/user/home?open=withdraw')
  const sheet = app.sheet('Withdraw')
  await sheet.field('Amount to withdraw').fill('100')
  await sheet.button('Continue').click()
  await expect(sheet.button('Confirm withdrawal')).toBeEnabled()

  // The member changes the account on another phone meanwhile.
  const call = (method: string, path: string, body: object) =>
    callApi(sandbox.origin, method, path, body, member.token)
  const { otpToken } = await call('POST', '/api/otp/send', { phoneNumber: member.phone })
  await call('POST', '/api/otp/verify', { otpToken, otpCode: await sandbox.codeFor(member.phone) })
  const bank = { bankCode: 'KBANK', bankAccountName: member.name, bankAccountNo: `9${member.bankAccountNo}` }
  await call('PUT', '/api/account/profile', { name: member.name, ...bank, otpToken })

  await sheet.button('Confirm withdrawal').click()
  const held =
    'Your bank account was changed. For your safety you can withdraw again from {date} {time}. If it was not you who changed it, please contact us at once.'
  await expect(sheet.surface.getByRole('alert')).toHaveText(sheet.words.like(held))
  await expect(sheet.button('Confirm withdrawal')).toBeDisabled()

  await page.goto('/user/home?open=withdraw')
  await expect(sheet.text('Withdrawals are on hold').first()).toBeVisible()
  await expect(sheet.text(held)).toBeVisible()
  await expect(sheet.button('Continue')).toBeDisabled()
  await expect(sheet.surface.getByText('500.00 ฿')).toBeVisible()
})

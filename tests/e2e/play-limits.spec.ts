import { expect, signInAs, test } from '../support/fixtures.ts'
import { activate } from '../support/game-launch.ts'
import { callApi } from '../support/members.ts'

test('a member sets a limit, which holds for codes and games; takes a break, and gets the money while it lasts', async ({
  page,
  app,
  words,
  newMember,
  server,
}) => {
  const member = await newMember(500)
  const transfer = (from: string, to: string, amount: number) =>
    callApi(server.origin, 'POST', '/api/wallet/transfer', { from, to, amount }, member.token)
  await signInAs(page, member, '/user/profile')
  await app.link('Play within limits').click()
  await expect(app.heading('Play within limits')).toBeVisible()
  await expect(page.getByRole('link', { name: '1323' })).toHaveAttribute('href', 'tel:1323')

  await test.step('sets a limit of deposits by day', async () => {
    const change = page.getByRole('button', { name: words.like('Change: {name}') }).first()
    await change.click()
    await app.field('At most').fill('600')
    await app.button('Save').click()
    await expect(page.getByText('600.00 ฿').first()).toBeVisible()
    // 500 baht came in with the registration.
    await expect(page.getByText(/500\.00.*100\.00/u)).toBeVisible()
  })

  await test.step('a code past it is refused, in words that say what is left', async () => {
    await page.goto('/user/home?open=deposit')
    const deposit = app.sheet('Deposit')
    await deposit.field('Amount to deposit').fill('200')
    await deposit.button('Create QR').click()
    await expect(
      deposit.text(
        'This would pass the limit that you have set for a day. Left: {left}. A new day begins on {then}.',
      ),
    ).toContainText('100.00')
  })

  await test.step('has the home card show what was spent this week', async () => {
    await page.goto('/user/home')
    const card = app.wallet()
    await expect(card).toContainText('500.00')
    await expect(app.text('Spent on games this week')).toHaveCount(0)
    await page.goto('/user/limits')
    await page.getByRole('switch', { name: words.say('Show what was spent this week') }).click()
    await page.goto('/user/home')
    const spent = card.getByRole('definition').last()
    await expect(spent).toHaveText('0.00 ฿')
    await activate(server.origin, member, 'PG')
    await transfer('WALLET', 'PG', 120)
    await transfer('PG', 'WALLET', 20)
    await expect(spent).toHaveText('100.00 ฿')
    const { limits } = await callApi(server.origin, 'GET', '/api/limits', undefined, member.token)
    expect(limits).toContainEqual(expect.objectContaining({ kind: 'loss', period: 'week', used: 100 }))
    await card.getByRole('button', { name: words.say('Hide amounts') }).click()
    await expect(spent).toHaveText(new RegExp(`^•••• ฿${words.say('Amount hidden')}$`, 'u'))
    await card.getByRole('button', { name: words.say('Show amounts') }).click()
  })

  await test.step('takes a break, and is logged out', async () => {
    await page.goto('/user/limits')
    await page
      .getByRole('button', { name: words.like('{hours} hours') })
      .first()
      .click()
    await app.button('Begin the break').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: words.say('Begin the break'), exact: true }).click()
    await expect(app.heading('You are on a break')).toBeVisible()
    await expect(callApi(server.origin, 'GET', '/api/wallet', undefined, member.token)).rejects.toThrow(
      'UNAUTHORIZED',
    )
  })

  await test.step('cannot log in, and is told until when and whom to call', async () => {
    await app.link('Log in').click()
    await expect(app.heading('Log in')).toBeVisible()
    await app.fillSignIn(member)
    await expect(app.text('Until {end}')).toBeVisible()
    await expect(page.getByRole('link', { name: '1323' })).toBeVisible()
  })

  await test.step('has the money paid out', async () => {
    await app.field('Phone number').fill(member.phone)
    await page.getByLabel(words.say('Password'), { exact: true }).fill(member.password)
    await app.button('Show the amount').click()
    await expect(app.text('{shown} can be paid out')).toContainText('500.00')
    await app.button('Pay out').click()
    await expect(app.text('{sent} is on its way to your bank.')).toContainText('500.00')
  })
})

import type { Page } from 'playwright/test'
import { axeViolations } from '../support/axe.ts'
import { expect, signInAs, test } from '../support/fixtures.ts'
import { languages } from '../support/words.ts'

// Colours in motion cannot be judged: animations are off here.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const violations = async (page: Page) => {
  const found = await axeViolations(page)
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

test('a member takes a waiting withdrawal back, adds an account by a code, and withdraws to the usual one', async ({
  page,
  app,
  words,
  sandbox,
  newMember,
}) => {
  const member = await newMember(500)
  await sandbox.letWithdrawalsWait(600)
  try {
    await signInAs(page, member, '/user/home?open=withdraw')
    const sheet = app.sheet('Withdraw')

    await test.step('sent: when, until when it should arrive, and the way back', async () => {
      await sheet.field('Amount to withdraw').fill('200')
      await sheet.button('Continue').click()
      await sheet.button('Confirm withdrawal').click()
      await expect(sheet.text('Your money is on its way')).toBeVisible()
      await expect(sheet.surface.getByText(words.like('Should arrive by about {time}.'))).toBeVisible()
      await expect(page.getByRole('dialog').locator('[aria-current=step]')).toHaveText(/\d\d:\d\d\u00A0น\.$/u)
      expect(await violations(page)).toEqual([])
    })

    await test.step('cancelled, the money is back', async () => {
      const back = await sheet.button('Cancel withdrawal').boundingBox()
      const arrival = await sheet.surface
        .getByText(words.like('Should arrive by about {time}.'))
        .boundingBox()
      expect(back?.y, 'the way back lies below the time').toBeGreaterThanOrEqual(
        (arrival?.y ?? NaN) + (arrival?.height ?? NaN),
      )
      await sheet.button('Cancel withdrawal').click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toContainText('200.00 ฿')
      await dialog.getByRole('button', { name: words.say('Cancel withdrawal'), exact: true }).click()
      await expect(
        sheet.surface.getByText(words.say('Cancelled. The money is back in your wallet.')).last(),
      ).toBeVisible()
      // Said once: no message with a button of its own lies over the sheet.
      await expect(sheet.button('Close')).toHaveCount(1)
      await page.goto('/user/statement?kind=withdraw')
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: '200.00' }).first()
      await expect(row).toContainText(words.say('Cancelled. The money is back in your wallet.'))
      await page.goto('/user/home?open=withdraw')
      await expect(sheet.surface.getByText('500.00 ฿').first()).toBeVisible()
    })

    await test.step('another account is added by a code', async () => {
      await page.goto('/user/profile')
      await app.button('Other bank accounts').click()
      const section = page.getByRole('region', { name: words.say('Other bank accounts') })
      await section.getByRole('button', { name: words.say('Add a bank account') }).click()
      await section.getByRole('combobox').click()
      await page.getByRole('option', { name: 'ไทยพาณิชย์' }).click()
      await section.getByLabel(words.say('Account number')).fill(`8${member.bankAccountNo.slice(1)}`)
      await section.getByRole('button', { name: words.say('Add a bank account') }).click()
      await expect(section.getByText(member.phone)).toBeVisible()
      await section.getByLabel(words.say('Six-digit code')).fill(await sandbox.codeFor(member.phone))
      await expect(section.getByRole('listitem')).toContainText(
        words.like('You can withdraw to it from {date} {time}.'),
      )
      expect(await violations(page)).toEqual([])
    })

    await test.step('the new one is held, the usual one is not', async () => {
      await page.goto('/user/home?open=withdraw')
      const choice = sheet.surface.getByRole('group', { name: words.say('Choose the account') })
      await expect(choice.getByRole('button', { pressed: true })).toContainText(
        member.bankAccountNo.slice(-4),
      )
      await choice.getByRole('button', { pressed: false }).click()
      await expect(sheet.text('Withdrawals are on hold').first()).toBeVisible()
      await expect(sheet.button('Continue')).toBeDisabled()
      await choice.getByRole('button', { pressed: false }).click()
      await sheet.field('Amount to withdraw').fill('100')
      await sheet.button('Continue').click()
      await expect(sheet.button('Confirm withdrawal')).toBeEnabled()
    })
  } finally {
    await sandbox.letWithdrawalsWait(0)
  }
})

for (const language of languages.filter((one) => one !== 'th')) {
  test.describe(language, () => {
    test.use({ language })

    test(`a waiting withdrawal and the form of an account break no rule (${language})`, async ({
      page,
      app,
      words,
      sandbox,
      newMember,
    }) => {
      await sandbox.letWithdrawalsWait(600)
      try {
        await signInAs(page, await newMember(500), '/user/home?open=withdraw')
        const sheet = app.sheet('Withdraw')
        await sheet.field('Amount to withdraw').fill('200')
        await sheet.button('Continue').click()
        await sheet.button('Confirm withdrawal').click()
        await expect(sheet.button('Cancel withdrawal')).toBeVisible()
        expect(await violations(page)).toEqual([])
        await page.goto('/user/profile')
        await app.button('Other bank accounts').click()
        const section = page.getByRole('region', { name: words.say('Other bank accounts') })
        await section.getByRole('button', { name: words.say('Add a bank account') }).click()
        await expect(section.getByRole('combobox')).toBeVisible()
        expect(await violations(page)).toEqual([])
      } finally {
        await sandbox.letWithdrawalsWait(0)
      }
    })
  })
}

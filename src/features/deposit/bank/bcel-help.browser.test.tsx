import { expect, test } from 'vitest'
import { renderScreen, stubBackend } from '#components/test-screen.tsx'
import { BcelHelp } from './bcel-help.tsx'

test.each(['<0/>', '<b>x</b>', String.raw`A\x41`])(
  'an account held by %s is said to be',
  async (bankAccountName) => {
    stubBackend({})
    const account = {
      bankType: 'BANK',
      bankCode: 'BCEL',
      mode: 'AUTO',
      bank: { nameTH: 'BCEL', nameEN: 'BCEL' },
      bankAccountName,
      bankAccountNo: '010110000123456001',
      currency: '<0/>',
    }
    const screen = await renderScreen(<BcelHelp account={account} />)
    await screen.getByRole('button').click()
    await expect
      .element(screen.getByText(`Check that the name is ${bankAccountName}, then confirm.`))
      .toBeVisible()
    await expect.element(screen.getByText('Choose <0/>.')).toBeVisible()
    await screen.unmount()
  },
)

import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { bankAccounts, type DepositAccount } from './bank-rules.ts'
import { BankSection } from './bank-section.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const gsb: DepositAccount = {
  bankType: 'BANK',
  bankCode: 'GSB',
  mode: 'AUTO',
  bank: { nameTH: 'ธนาคารออมสิน', nameEN: 'Government Savings Bank' },
  bankAccountName: 'CHAMPA SANDBOX CO LTD',
  bankAccountNo: '020123456789',
  currency: '',
}
const bcel: DepositAccount = {
  ...gsb,
  bankCode: 'BCEL',
  bank: { nameTH: 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ', nameEN: 'BCEL' },
  bankAccountNo: '010120000123456001',
  currency: 'LAK',
}

afterEach(() => vi.restoreAllMocks())

function show(
  banks: DepositAccount[],
  { isManual = false, lastKnownAt = undefined as number | undefined } = {},
) {
  return render(
    <I18nProvider i18n={i18n}>
      <BankSection accounts={bankAccounts({ banks, isManual })} lastKnownAt={lastKnownAt} />
    </I18nProvider>,
  )
}

test.each([
  ['en', 'Government Savings Bank', 'ธนาคารออมสิน'],
  ['la', 'Government Savings Bank', 'ธนาคารออมสิน'],
  ['th', 'ธนาคารออมสิน', 'Government Savings Bank'],
])('in %s a card is headed by the name %s, with %s below', async (locale, large, small) => {
  i18n.loadAndActivate({ locale, messages: {} })
  const screen = await show([gsb])
  const card = screen.getByRole('article', { name: large })
  const header = card.element().querySelector('header')
  expect(header?.querySelector('b')?.textContent).toBe(large)
  expect(header?.querySelector('small')?.textContent).toBe(small)
  await screen.unmount()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

test('a card shows the bank in two languages, groups the number and copies it without dashes', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const screen = await show([gsb])
  const card = screen.getByRole('article', { name: 'Government Savings Bank' })
  await expect.element(card).toHaveTextContent('ธนาคารออมสิน')
  await expect.element(card).toHaveTextContent('CHAMPA SANDBOX CO LTD')
  await expect.element(card.getByText('020-1-23456-789')).toBeVisible()
  await expect.element(card.getByText('Automatic')).toBeVisible()
  await card.getByRole('button', { name: 'Copy account number' }).click()
  await expect.poll(() => write).toHaveBeenCalledExactlyOnceWith('020123456789')
})

test('the time until the credit and the hour for the slip are shown', async () => {
  const screen = await show([gsb])
  await expect.element(screen.getByText(/about 1 minute/u)).toBeVisible()
  await expect.element(screen.getByText(/within 1 hour/u)).toBeVisible()
})

test('BCEL shows its currency and a guide that opens in full size', async () => {
  const screen = await show([bcel])
  await expect.element(screen.getByText('Kip (LAK)', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('010-12-00-00123456-001')).toBeVisible()
  await screen.getByRole('button', { name: 'How to transfer in Kip (LAK) with BCEL' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Transfer in Kip (LAK)' })
  await expect.element(dialog.getByRole('listitem').nth(2)).toHaveTextContent('CHAMPA SANDBOX CO LTD')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a site where staff check transfers asks for the slip and promises no time', async () => {
  const screen = await show([gsb, bcel], { isManual: true })
  await expect.element(screen.getByText('Please upload the slip')).toBeVisible()
  expect(screen.getByText('Automatic').query()).toBeNull()
  expect(screen.getByText(/about 1 minute/u).query()).toBeNull()
})

test('account numbers that could not be refreshed show their age', async () => {
  const screen = await show([gsb], { lastKnownAt: Date.parse('2026-01-05T03:00:00Z') })
  await expect.element(screen.getByText('Accounts as of 05/01/2026 10:00:00')).toBeVisible()
})

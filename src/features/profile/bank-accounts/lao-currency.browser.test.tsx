import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { getProfile } from '#api/contract/profile.ts'
import { bankAccount } from '#api/contract/profile.ts'
import { endSession } from '#data/session/session.ts'
import { type Asked, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { AccountChoice } from '../../withdraw/account-choice.tsx'
import { BankLine } from '../../withdraw/bank-line.tsx'
import { ProfileCards } from '../profile-card.tsx'
import { BankAccountsSection } from './bank-accounts-section.tsx'

vi.mock(import('#lib/env.ts'), async (original) => {
  const { env } = await original()
  return { env: { ...env, country: 'LA' as const } }
})

const path = '/api/account/bankAccounts'
const bank = { nameTH: 'ການຄ້າ', nameEN: 'BCEL Bank' }
const account = {
  bankCode: 'BCEL',
  bankAccountName: 'MALI JAIDEE',
  bankAccountNo: '010120000765432001',
  bank,
}
const { profile } = v.parse(getProfile.reply, {
  profile: { _id: 'm1', username: '02055512345', createdAt: '2026-01-01T00:00:00Z', ...account },
})
const ofCurrency = (currency?: string) => v.parse(bankAccount, { ...account, currency })

let asked: Asked[]
beforeEach(() => {
  const other = { ...account, id: '2', bankAccountNo: '010120200765432001', currency: 'BAHT' }
  const accounts = [{ ...account, id: '1', isUsual: true, currency: 'LAK' }, other]
  asked = stubBackend({
    [path]: ({ body }) => (body ? { message: 'SUCCESS' } : { accounts, maximum: 5 }),
    '/api/lookup/banks': () => [{ code: 'BCEL', ...bank }],
  })
  noteExtensions('keys, acts, bank-accounts')
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('the list says the currency of each account', async () => {
  const screen = await renderScreen(<BankAccountsSection profile={profile} />)
  await expect.element(screen.getByRole('listitem').getByText('Baht (THB)')).toBeVisible()
})

test('profile and payee say it where the server does', async () => {
  const cards = (currency?: string) => (
    <>
      <ProfileCards
        profile={profile}
        bankAccount={ofCurrency(currency)}
        onChangePassword={() => undefined}
        onEditName={() => undefined}
      />
      <BankLine account={ofCurrency(currency)} />
    </>
  )
  const screen = await renderScreen(cards('LAK'))
  expect(screen.getByText('Kip (LAK)').elements()).toHaveLength(2)
  await screen.unmount()
  const silent = await renderScreen(cards())
  expect(silent.getByText('Kip (LAK)').elements()).toEqual([])
  expect(silent.getByText('Currency').elements()).toEqual([])
})

test('the choice of where a withdrawal goes names the currency of each account', async () => {
  const of = (id: string, currency: string) => ({
    ...account,
    id,
    currency,
    isUsual: id === '1',
    heldUntil: null,
  })
  const accounts = [of('1', 'LAK'), of('2', 'BAHT')]
  const screen = await renderScreen(
    <AccountChoice accounts={accounts} other={undefined} onChoose={() => undefined} />,
  )
  await expect.element(screen.getByText('BCEL Bank ···2001, Kip (LAK)')).toBeVisible()
  await expect.element(screen.getByText('BCEL Bank ···2001, Baht (THB)')).toBeVisible()
})

test('an account in another currency than its number says is not sent, and stays in the form', async () => {
  const screen = await renderScreen(<BankAccountsSection profile={profile} />)
  await screen.getByRole('button', { name: 'Add a bank account' }).click()
  await screen.getByRole('combobox').click()
  await screen.getByRole('option', { name: 'BCEL Bank' }).click()
  const number = screen.getByRole('textbox', { name: 'Account number' })
  await number.fill('010-12-02-00765432-009')
  const add = screen.getByRole('button', { name: 'Add a bank account' })
  await add.click()
  await expect.element(screen.getByText(/account in another currency/u)).toBeVisible()
  await expect.element(number).toHaveValue('010-12-02-00765432-009')
  await number.fill('010-12-01-00765432-009')
  await add.click()
  await expect.element(screen.getByText(/account in US dollars/u)).toBeVisible()
  expect(asked.filter(({ body }) => body)).toEqual([])
  await number.fill('010-12-02-00765432-009')
  await screen.getByRole('tab', { name: 'Baht (THB)' }).click()
  await add.click()
  await expect.element(screen.getByText('Bank account added')).toBeVisible()
  expect(asked.find(({ body }) => body)?.body).toMatchObject({ currency: 'BAHT' })
})

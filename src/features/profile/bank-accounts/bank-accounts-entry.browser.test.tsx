import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getProfile } from '#api/contract/profile.ts'
import { renderScreen, stubBackend } from '#components/test-screen.tsx'
import { withLaterMessages } from '#i18n/activate.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import * as v from 'valibot'
import { BankAccountsEntry } from './bank-accounts-entry.tsx'

vi.mock('#i18n/activate.ts', { spy: true })

const { profile } = v.parse(getProfile.reply, {
  profile: {
    _id: 'm1',
    username: '0812345678',
    createdAt: '2026-01-01T00:00:00Z',
    bankCode: 'SCB',
    bankAccountName: 'MALI JAIDEE',
    bankAccountNo: '1234567890',
  },
})

beforeEach(() => {
  stubBackend({
    '/api/account/bankAccounts': () => ({ accounts: [], maximum: 5 }),
    '/api/lookup/banks': () => [],
  })
  noteExtensions('keys, acts, bank-accounts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.mocked(withLaterMessages).mockReset()
  store.set(connectionAtom, 'online')
})

/** Has the next file wait until it is refused. */
function holdFile() {
  let refuse: () => void = () => undefined
  const file = new Promise<never>((_, reject) => {
    refuse = () => reject(new Error('Failed to fetch dynamically imported module'))
  })
  vi.mocked(withLaterMessages).mockImplementationOnce(() => file)
  return async () => {
    refuse()
    await file.catch(() => undefined)
  }
}

// Before the others, which load the file.
test('a member who has left the page is not told of a file that comes to nothing', async () => {
  const refuse = holdFile()
  function Profile() {
    const [isHere, setHere] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setHere(false)}>
          Leave
        </button>
        {isHere && <BankAccountsEntry profile={profile} />}
      </>
    )
  }
  const screen = await renderScreen(<Profile />)
  const button = screen.getByRole('button', { name: 'Other bank accounts' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await screen.getByRole('button', { name: 'Leave' }).click()
  await expect.element(button).not.toBeInTheDocument()
  await refuse()
  await new Promise(requestAnimationFrame)
  expect(screen.getByText('This could not be opened', { exact: false }).query()).toBeNull()
})

test('the tap shows that the accounts are coming; without their file it says so, and opens them once it is there', async () => {
  const refuse = holdFile()
  const screen = await renderScreen(<BankAccountsEntry profile={profile} />)
  const button = screen.getByRole('button', { name: 'Other bank accounts' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  store.set(connectionAtom, 'offline')
  await refuse()
  await expect
    .element(screen.getByText('This could not be opened. Please check the connection and try again.'))
    .toBeVisible()
  await expect.element(button).not.toHaveAttribute('aria-busy')
  store.set(connectionAtom, 'online')
  // The toast may lie over it.
  ;(button.element() as HTMLElement).click()
  await expect.element(screen.getByRole('region', { name: 'Other bank accounts' })).toBeVisible()
})

test('so does the tap for a new one', async () => {
  const screen = await renderScreen(<BankAccountsEntry profile={profile} />)
  await screen.getByRole('button', { name: 'Other bank accounts' }).click()
  const button = screen.getByRole('button', { name: 'Add a bank account' })
  await expect.element(button).toBeVisible()
  const refuse = holdFile()
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await refuse()
  await expect
    .element(screen.getByText('This could not be opened. Please try again in a moment.'))
    .toBeVisible()
  await button.click()
  await expect.element(screen.getByRole('textbox', { name: 'Account number' })).toBeVisible()
})

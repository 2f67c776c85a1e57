import { useAtomValue } from 'jotai'
import { RESET } from 'jotai/utils'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { balanceHiddenAtom } from '#data/wallet/hide-balance.ts'
import { signIn, signOut } from '#data/session/session.ts'
import { type Answers, type Asked, lost, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { announcedSoFar, noteExtensions } from '#lib/network/api-extensions.ts'
import { isDataSaverAtom } from '#lib/network/connection-quality.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { Amount, AmountPrivacy } from '#ui/amount.tsx'
import { ProfileScreen } from './profile-screen.tsx'

const member = (bankCode: string, bankAccountNo: string) => ({
  profile: {
    _id: '01JD3ZQ6',
    username: '0812345678',
    name: 'มะลิ ใจดี',
    createdAt: '2025-01-31T18:00:00Z',
    bankCode,
  },
  bankAccount: { bankAccountName: 'มะลิ ใจดี', bankAccountNo, bank: { nameTH: 'ธนาคารกรุงไทย' } },
})

let answers: Answers
let asked: Asked[]
beforeEach(() => {
  answers = { '/api/account/profile': () => member('KBANK', '1234567890') }
  asked = stubBackend(answers)
})
afterEach(() => {
  vi.unstubAllGlobals()
  store.set(balanceHiddenAtom, RESET)
  store.set(connectionAtom, 'online')
})

function Sum() {
  return (
    <AmountPrivacy hidden={useAtomValue(balanceHiddenAtom)} label="Amount hidden">
      <Amount satang={125_00} />
    </AmountPrivacy>
  )
}

async function show() {
  const calls = {
    onChangePassword: vi.fn<() => void>(),
    onEditName: vi.fn<() => void>(),
    onActivity: vi.fn<() => void>(),
    onNotifications: vi.fn<() => void>(),
    onSignOut: vi.fn<() => void>(),
  }
  const screen = await renderScreen(
    <>
      <ProfileScreen theme="themes" language="languages" {...calls} />
      <Sum />
    </>,
  )
  return { screen, ...calls }
}

test('what follows the profile comes whole: a list that came later would push the rest down', async () => {
  const before = announcedSoFar()
  onTestFinished(() => noteExtensions(before))
  noteExtensions(`${before}, sessions, activity`)
  let tell: (value: object) => void = () => undefined
  answers['/api/sessions'] = () => new Promise((resolve) => (tell = resolve))
  const { screen } = await show()
  await expect.element(screen.getByText('123-456-7890')).toBeVisible()
  const activity = screen.getByRole('button', { name: 'Security activity' })
  await expect.poll(() => asked.map(({ path }) => path)).toContain('/api/sessions')
  expect(activity.query()).toBeNull()
  tell({ total: 0, sessions: [] })
  await expect.element(activity).toBeVisible()
})

test('shows the member, with the account number grouped in threes and four', async () => {
  const { screen } = await show()
  await expect.element(screen.getByText('Used this month')).toBeVisible()
  const words = [...document.querySelectorAll('dl > div')].map((row) => row.textContent)
  expect(words).toEqual([
    'Bankธนาคารกรุงไทย',
    'Account number123-456-7890',
    'Account nameมะลิ ใจดี',
    'Username0812345678',
    'Password••••••••',
    'Used this monthabout 0 KB',
  ])
  const heads = screen
    .getByRole('heading')
    .elements()
    .map((head) => head.textContent)
  expect(heads.slice(0, 2)).toEqual(['Profile', 'มะลิ ใจดี'])
  await expect.element(screen.getByText('Member since 01/02/2025')).toBeVisible()
  expect(screen.getByRole('textbox').query()).toBeNull()
})

test('the member ID is copied for staff, and said', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen } = await show()
  await screen.getByRole('button', { name: 'Copy the member ID' }).click()
  await expect.element(screen.getByText('Copied: 01JD3ZQ6')).toBeVisible()
  expect(write).toHaveBeenCalledExactlyOnceWith('01JD3ZQ6')
  write.mockRestore()
})

test('a number that does not have ten digits is left as it is', async () => {
  answers['/api/account/profile'] = () => member('KBANK', '020123456789')
  const { screen } = await show()
  await expect.element(screen.getByText('020123456789')).toBeVisible()
})

test('a lock opens the password, and a pen the name if the bank wants it in English', async () => {
  const plain = await show()
  await plain.screen.getByRole('button', { name: 'Change password' }).click()
  await expect.poll(() => plain.onChangePassword).toHaveBeenCalledOnce()
  expect(plain.screen.getByRole('button', { name: 'Edit the account name' }).query()).toBeNull()
  await plain.screen.unmount()

  answers['/api/account/profile'] = () => member('KTB', '1234567890')
  const { screen, onEditName } = await show()
  await screen.getByRole('button', { name: 'Edit the account name' }).click()
  await expect.poll(() => onEditName).toHaveBeenCalledOnce()
})

test('one switch hides every amount', async () => {
  const { screen } = await show()
  const hide = screen.getByRole('switch', { name: 'Hide amounts' })
  await expect.element(hide).not.toBeChecked()
  await expect.element(screen.getByText('125.00 ฿')).toBeVisible()
  await hide.click()
  await expect.element(hide).toBeChecked()
  await expect.element(screen.getByText('Amount hidden')).toBeInTheDocument()
  expect(screen.getByText('125.00 ฿').query()).toBeNull()
})

test('amounts hidden by one member are shown to the next', async () => {
  signIn('token-1', true)
  const { screen } = await show()
  await screen.getByRole('switch', { name: 'Hide amounts' }).click()
  await expect.element(screen.getByText('Amount hidden')).toBeInTheDocument()
  signOut()
  await expect.element(screen.getByText('125.00 ฿')).toBeVisible()
  expect(localStorage.getItem(storageKeys.hideBalance)).toBeNull()
})

test('data saving is switched on here as soon as another tab does', async () => {
  const { screen } = await show()
  const choice = (name: string) => screen.getByRole('button', { name, exact: true })
  await expect.element(choice('Use phone setting')).toHaveAttribute('aria-pressed', 'true')
  localStorage.setItem(storageKeys.saveData, '"on"')
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.saveData }))
  await expect.element(choice('On')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => store.get(isDataSaverAtom)).toBe(true)
  await choice('Use phone setting').click()
  expect(localStorage.getItem(storageKeys.saveData)).toBeNull()
})

test('says so while offline, and the rest of the page still works', async () => {
  answers['/api/account/profile'] = lost
  store.set(connectionAtom, 'offline')
  const { screen } = await show()
  await expect.element(screen.getByText('You are offline')).toBeVisible()
  await expect.element(screen.getByText('themes')).toBeVisible()
  answers['/api/account/profile'] = () => member('KBANK', '1234567890')
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('123-456-7890')).toBeVisible()
})

test('links to the security activity only if the backend has announced it', async () => {
  noteExtensions('keys, sessions')
  const { screen, onActivity } = await show()
  await expect.element(screen.getByText('123-456-7890')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Security activity' }).query()).toBeNull()
  noteExtensions('keys, activity')
  await screen.getByRole('button', { name: 'Security activity' }).click()
  await expect.poll(() => onActivity).toHaveBeenCalledOnce()
  noteExtensions('')
})

test('links to the notifications only if the backend has announced them', async () => {
  noteExtensions('keys, activity')
  const { screen, onNotifications } = await show()
  await expect.element(screen.getByText('123-456-7890')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Notifications' }).query()).toBeNull()
  noteExtensions('keys, push')
  await screen.getByRole('button', { name: 'Notifications' }).click()
  await expect.poll(() => onNotifications).toHaveBeenCalledOnce()
  noteExtensions('')
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changePassword } from '#api/contract/account.ts'
import {
  type Answers,
  type Asked,
  lost,
  refusal,
  renderScreen,
  stubBackend,
} from '#components/test-screen.tsx'
import { errorText } from '#errors/catalogue.ts'
import { closeErrorDialog, errorDialogAtom } from '#errors/error-dialog.ts'
import { store } from '#lib/store.ts'
import { ErrorDialogHost } from '../../routes/-error-dialog-host.tsx'
import { PasswordSheet } from './password-sheet.tsx'

const path = '/api/account/changepwd'
let answers: Answers
let asked: Asked[]
const sent = () => asked.filter((one) => one.path === path).map(({ body }) => body)

beforeEach(() => {
  answers = { [path]: () => ({ message: 'SUCCESS' }) }
  asked = stubBackend(answers)
})
afterEach(() => {
  closeErrorDialog()
  vi.unstubAllGlobals()
})

async function show() {
  const onClose = vi.fn<() => void>()
  const screen = await renderScreen(
    <>
      <PasswordSheet onClose={onClose} />
      <ErrorDialogHost />
    </>,
  )
  const fill = async (old: string, one: string, two: string) => {
    await screen.getByLabelText('Current password', { exact: true }).fill(old)
    await screen.getByLabelText('New password', { exact: true }).fill(one)
    await screen.getByLabelText('Confirm new password', { exact: true }).fill(two)
    await screen.getByRole('button', { name: 'Save' }).click()
  }
  return { screen, fill, onClose }
}

test('all three are required, and the two new ones must match', async () => {
  const { screen, fill } = await show()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Enter your current password.')).toBeVisible()
  await expect.element(screen.getByText('Enter a new password.')).toBeVisible()
  await expect.element(screen.getByText('Enter the password once more.')).toBeVisible()
  await fill('old', 'new-1', 'new-2')
  await expect.element(screen.getByText('The two passwords are not the same.')).toBeVisible()
  expect(sent()).toEqual([])
})

test('saves it, confirms it and closes', async () => {
  const { screen, fill, onClose } = await show()
  await fill('old', 'new', 'new')
  await expect.element(screen.getByText('Your password has been changed')).toBeVisible()
  await expect.poll(sent).toEqual([{ oldPassword: 'old', newPassword: 'new' }])
  await expect.poll(() => onClose).toHaveBeenCalledOnce()
  expect(screen.getByText(/game passwords/u).query()).toBeNull()
})

test('says that games have new passwords too', async () => {
  answers[path] = () => ({ message: 'SUCCESS', renewedGames: 2 })
  const { screen, fill } = await show()
  await fill('old', 'new', 'new')
  await expect.element(screen.getByText(/Your game passwords have changed too/u)).toBeVisible()
})

test('a new password that is too easy to guess is refused at its field', async () => {
  answers[path] = () => refusal('WEAK_PASSWORD')
  const { screen, fill, onClose } = await show()
  await fill('old', 'password1', 'password1')
  const field = screen.getByLabelText('New password', { exact: true })
  await expect.element(field).toHaveAccessibleDescription(/This password is too easy to guess/u)
  await expect.element(field).toHaveFocus()
  expect(screen.getByRole('dialog', { name: 'That did not work' }).elements()).toEqual([])
  await field.fill('river and petal')
  await expect.element(field).toHaveAccessibleDescription('Good length')
  expect(onClose).not.toHaveBeenCalled()
})

test('opened by a link, before the profile is loaded, it recognises the member’s own phone number', async () => {
  answers['/api/account/profile'] = () => ({
    profile: { _id: 'm1', username: '0812345678', name: 'Somchai Jaidee', createdAt: '2026-01-01T00:00:00Z' },
  })
  const { screen } = await show()
  const field = screen.getByLabelText('New password', { exact: true })
  await field.fill('081-234-5678')
  await expect.element(field).toHaveAccessibleDescription('Easy to guess: this is your phone number.')
})

test('a common password is not praised: the app has no list of them, and tells only of the length', async () => {
  const { screen } = await show()
  const field = screen.getByLabelText('New password', { exact: true })
  for (const common of ['12345678', 'password1234']) {
    await field.fill(common)
    await expect.element(field).toHaveAccessibleDescription(/length|^Long enough/u)
    await expect.element(field).not.toHaveAccessibleDescription(/strong|fair/iu)
  }
})

test('once the sheet was closed, that refusal is told over the page', async () => {
  let answer: (reply: Response) => void = () => undefined
  answers[path] = () => new Promise((resolve) => (answer = resolve))
  const { screen, fill } = await show()
  await fill('old', 'password1', 'password1')
  await expect.poll(sent).toHaveLength(1)
  await screen.unmount()
  answer(refusal('WEAK_PASSWORD'))
  await expect.poll(() => store.get(errorDialogAtom)).toBe(errorText('WEAK_PASSWORD')?.message)
})

const inDialog = changePassword.errors.filter((code) => code !== 'WEAK_PASSWORD')

test.each([...inDialog, 'The desk is closed'])('%s comes as an alert, over the form', async (code) => {
  answers[path] = () => refusal(code)
  const { screen, fill, onClose } = await show()
  await fill('old', 'new', 'new')
  await expect.element(screen.getByText(errorText(code)?.message ?? code)).toBeVisible()
  await screen.getByRole('dialog', { name: 'That did not work' }).getByRole('button').click()
  await expect.element(screen.getByRole('dialog', { name: 'Change password' })).toBeVisible()
  await expect.element(screen.getByLabelText('Current password', { exact: true })).toHaveValue('old')
  expect(onClose).not.toHaveBeenCalled()
})

test('after a lost answer the outcome is asked for; the password is sent once', async () => {
  answers[path] = lost
  answers['/api/acts'] = () => ({ status: 'done', reply: { message: 'SUCCESS' } })
  const { screen, fill } = await show()
  await fill('old', 'new', 'new')
  await expect.element(screen.getByText('Your password has been changed')).toBeVisible()
  await expect.poll(sent).toHaveLength(1)
})

import type { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { currentAmounts, passTime } from '#components/test-screen.tsx'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import { invalidateWallet } from '#data/wallet/wallet-queries.ts'
import { store } from '#lib/store.ts'
import { leftEntriesAtom, loggedOperations } from '#operations/operation-log.ts'
import { backend, show, stubBackend } from './test-game-sheet.tsx'

stubBackend()

test('a closed game says so: its money can be moved out, but none in', async () => {
  const { screen, onMoveOut } = await show('SHUT')
  await expect.element(screen.getByText('This game is closed')).toBeVisible()
  await screen.getByRole('button', { name: 'To wallet' }).click()
  await expect.poll(() => onMoveOut).toHaveBeenCalledWith('SHUT')
  expect(screen.getByRole('spinbutton').elements()).toEqual([])
  expect(screen.getByRole('textbox').elements()).toEqual([])
  expect(screen.getByText('Play without transfer').elements()).toEqual([])
})

test('amounts of a wallet that cannot be fetched again look out of date', async () => {
  const { screen, client } = await show('PG')
  await expect.element(screen.getByText('In this game')).toBeVisible()
  await expect.poll(currentAmounts).toEqual(['1,250.00 ฿', '8,230.00 ฿', '8,230.00 ฿'])
  backend.refusals['/api/wallet'] = 'INTERNAL_SERVER_ERROR'
  await invalidateWallet(client)
  await expect.poll(currentAmounts).toEqual([])
})

test('a game without an account is activated first', async () => {
  const { screen } = await show('NEW')
  await expect.element(screen.getByText('Sport + Casino')).toBeVisible()
  expect(screen.getByText('Username').query()).toBeNull()
  const button = screen.getByRole('button', { name: 'Activate' }).element() as HTMLButtonElement
  button.click()
  button.click()
  await expect.element(screen.getByText('Username')).toBeVisible()
  // The button that was pressed is gone, so the change has to be told.
  await expect.element(screen.getByText('Forest is ready')).toBeVisible()
  await expect.poll(() => backend.calls.filter(({ path }) => path.includes('activate'))).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Transfer all and play' }).query(), 'no page to open').toBeNull()
})

test('a game that is activated after its sheet was closed shows that by itself', async () => {
  const { screen, tap } = await show('NEW')
  let answer: () => void = () => undefined
  backend.accountHeld = new Promise((resolve) => (answer = resolve))
  await tap('Activate')
  const isSent = () => backend.calls.some(({ path }) => path.includes('activate'))
  await expect.poll(isSent).toBe(true)
  await screen.unmount()
  answer()
  await expect.poll(loggedOperations).toEqual([])
  expect(store.get(leftEntriesAtom)).toEqual([])
})

test('a refused activation says why', async () => {
  backend.refusals['/api/wallet/activate'] = 'SLOT_ACTIVATE_FAIL'
  const { screen, tap } = await show('NEW')
  await tap('Activate')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('could not be opened')
})

/** Every place where the app could still keep the credentials. */
const remembered = (client: QueryClient) => {
  const states = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()].map(
    ({ state }) => state,
  )
  return JSON.stringify([states, { ...localStorage }, { ...sessionStorage }, document.body.innerHTML])
}

test('username and password are fetched on demand, and kept nowhere afterwards', async () => {
  const { screen, tap, client } = await show('PG')
  await expect.element(screen.getByText('In this game')).toBeVisible()
  expect(backend.calls.some(({ path }) => path.includes('account'))).toBe(false)
  await tap('Show username and password')
  await expect.element(screen.getByText('chp0812345678')).toBeVisible()
  await expect.element(screen.getByText('Np48x2kd')).toBeVisible()
  await tap('Hide username and password')
  await expect.element(screen.getByRole('button', { name: 'Show username and password' })).toHaveFocus()
  expect(remembered(client)).not.toMatch(/Np48x2kd|chp0812345678/u)
  await tap('Show username and password')
  await expect.element(screen.getByText('Np48x2kd')).toBeVisible()
  await screen.unmount()
  await expect.poll(() => remembered(client)).not.toMatch(/Np48x2kd|chp0812345678/u)
})

test('credentials that cannot be fetched say why, and can be fetched again', async () => {
  backend.refusals['/api/wallet/account'] = 'SLOT_NO_ACCOUNT'
  const { screen, tap } = await show('PG')
  await tap('Show username and password')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  backend.refusals = {}
  await tap('Try again')
  await expect.element(screen.getByText('Np48x2kd')).toBeVisible()
})

test.each(['Show username and password', 'Copy password'])(
  'a password that the game has not confirmed says so until it has (%s)',
  async (look) => {
    vi.spyOn(navigator.clipboard, 'write').mockImplementation(
      async ([item]) => void (await item?.getType('text/plain')),
    )
    backend.unconfirmed = 'asking'
    const { screen, tap } = await show('PG')
    await tap(look)
    const words = screen.getByText('The game has not confirmed this password yet')
    await expect.element(words).toBeVisible()
    backend.unconfirmed = undefined
    await tap('Check again')
    await expect.element(words).not.toBeInTheDocument()
  },
)

test('a password that the game may not have is shown with what helps', async () => {
  backend.unconfirmed = 'doubtful'
  const { screen, tap } = await show('PG')
  await tap('Show username and password')
  await expect.element(screen.getByText('If it does not let you in, reset the password.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Check again' }).query()).toBeNull()
})

test('a password that the game has confirmed shows that by itself', async () => {
  backend.unconfirmed = 'asking'
  const { screen, tap, client } = await show('PG')
  await tap('Show username and password')
  const words = screen.getByText('The game has not confirmed this password yet')
  await expect.element(words).toBeVisible()
  backend.unconfirmed = undefined
  refreshMoney(client)
  await expect.element(words).not.toBeInTheDocument()
})

test('username and password are copied without being shown', async () => {
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue()
  const { screen, tap } = await show('PG')
  await tap('Copy password')
  await expect.element(screen.getByText('Copied: ••••••••')).toBeVisible()
  const [item] = write.mock.lastCall?.[0] ?? []
  expect(await (await item?.getType('text/plain'))?.text()).toBe('Np48x2kd')
  expect(screen.getByText('Np48x2kd').elements()).toEqual([])
})

test('copying says what was copied, or that it failed', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen, tap } = await show('PG')
  await tap('Show username and password')
  await tap('Copy username')
  await expect.element(screen.getByText('Copied: chp0812345678')).toBeVisible()
  write.mockRejectedValue(new Error('no'))
  await tap('Copy password')
  await expect.element(screen.getByText('Failed to copy')).toBeVisible()
  expect(write).toHaveBeenLastCalledWith('Np48x2kd')
})

test.each([false, true])(
  'a reset asks first, then shows the new password (shown before: %s)',
  async (before) => {
    const { screen, tap, client } = await show('PG')
    if (before) await tap('Show username and password')
    await tap('Reset password')
    expect(backend.calls.some(({ path }) => path.includes('reset'))).toBe(false)
    const confirm = screen.getByRole('alertdialog').getByRole('button', { name: 'Reset password' })
    await expect.element(confirm).toBeVisible()
    const button = confirm.element() as HTMLButtonElement
    button.click()
    button.click()
    await expect.element(screen.getByText('The game has a new password')).toBeVisible()
    await expect.element(screen.getByText('New99')).toBeVisible()
    expect(screen.getByText('The game has a new password').elements()).toHaveLength(1)
    await expect.poll(() => backend.calls.filter(({ path }) => path.includes('reset'))).toHaveLength(1)
    await screen.unmount()
    await expect.poll(() => remembered(client)).not.toContain('New99')
  },
)

test('the question for a new password closes with its answer, while the password is still being fetched', async () => {
  const { screen, tap } = await show('PG')
  await tap('Show username and password')
  await expect.element(screen.getByText('Np48x2kd')).toBeVisible()
  let release: () => void = () => undefined
  backend.accountHeld = new Promise((resolve) => (release = resolve))
  await tap('Reset password')
  const question = screen.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Reset password' }).click()
  await expect.element(screen.getByText('The game has a new password')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(screen.getByText('Np48x2kd')).not.toBeInTheDocument()
  release()
  await expect.element(screen.getByText('New99')).toBeVisible()
})

test('a reset that turns out to have failed leaves its password on no screen', async () => {
  backend.lostThen = 'unknown'
  const { screen, tap } = await show('PG')
  await tap('Reset password')
  const question = screen.getByRole('alertdialog')
  const confirm = question.getByRole('button', { name: 'Reset password' })
  await expect.element(confirm).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;(confirm.element() as HTMLElement).click()
  const again = question.getByRole('button', { name: 'Check again' })
  while (!again.query()) await passTime(1000)
  vi.useRealTimers()
  await expect.element(screen.getByText('New99')).toBeVisible()
  Object.assign(backend, { lostThen: 'failed', password: 'Np48x2kd' })
  let release: () => void = () => undefined
  backend.accountHeld = new Promise((resolve) => (release = resolve))
  await again.click()
  await expect.element(screen.getByText('New99')).not.toBeInTheDocument()
  release()
  await expect.element(screen.getByText('Np48x2kd')).toBeVisible()
})

test('a refused reset shows no password that was hidden', async () => {
  backend.refusals['/api/wallet/resetpassword'] = 'SLOT_RESET_PASSWORD_FAIL'
  const { screen, tap } = await show('PG')
  await tap('Reset password')
  const question = screen.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Reset password' }).click()
  await expect.element(question.getByRole('alert')).toBeVisible()
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(backend.calls.some(({ path }) => path.includes('account'))).toBe(false)
})

import { expect, test, vi } from 'vitest'
import { passTime } from '#components/test-screen.tsx'
import { closeErrorDialog, errorDialogAtom } from '#errors/error-dialog.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { backend, moves, show, stubBackend } from './test-game-sheet.tsx'

stubBackend()

test('transfer and play shows the amount, moves the whole wallet once, then opens the link', async () => {
  noteExtensions('keys, acts, at-most')
  const { screen, tap } = await show('PG')
  const button = screen.getByRole('button', { name: 'Transfer all and play' })
  await expect.element(button).toHaveAccessibleDescription('Moves your whole wallet, 8,230.00 ฿')
  backend.cash = 9000
  await button.click()
  const question = screen.getByRole('alertdialog', { name: 'Move 9,000.00 ฿ to Naga?' })
  await expect.element(question).toBeVisible()
  expect([backend.tabs, moves()]).toEqual([[], []])
  await tap('Not now')
  await expect.element(question).not.toBeInTheDocument()
  await button.click()
  const confirm = screen.getByRole('button', { name: 'Transfer and play', exact: true })
  await expect.element(confirm).toBeVisible()
  const element = confirm.element() as HTMLButtonElement
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
  expect(backend.tabs, 'the second of two taps on the first button').toEqual([])
  element.click()
  element.click()
  await expect.poll(() => backend.tabs).toEqual([{ closed: false, went: 'https://naga.example/once' }])
  // What arrives between the question and the transfer stays in the wallet.
  await expect.poll(moves).toEqual([{ path: '/api/wallet/transferAll', body: { to: 'PG', atMost: 9000 } }])
  // The wallet is fetched again whenever the phone becomes active.
  await expect
    .poll(() => backend.calls.findLast(({ path }) => path !== '/api/wallet')?.path)
    .toBe('/api/autoLogin/pg/chp0812345678')
})

test('after a lost answer nothing opens until the outcome is known', async () => {
  backend.lostThen = 'done'
  const { screen, transferAndPlay } = await show('PG')
  await transferAndPlay()
  await expect
    .element(screen.getByText('The connection was lost while we waited for the answer', { exact: false }))
    .toBeVisible()
  await expect.poll(() => backend.tabs).toEqual([{ closed: true }])
  await expect.element(screen.getByRole('link', { name: 'Open the game' })).toBeVisible()
  await expect.poll(() => backend.tabs).toEqual([{ closed: true }])
  await expect.poll(moves).toHaveLength(1)
  // The button that had the focus is gone.
  const ready = screen.getByText('Naga is ready').element().closest('[aria-live]')
  await expect.poll(() => document.activeElement).toBe(ready)
})

test('a lost transfer that failed opens nothing', async () => {
  backend.lostThen = 'failed'
  const { screen, transferAndPlay } = await show('PG')
  await transferAndPlay()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.poll(() => backend.tabs).toEqual([{ closed: true }])
  expect(backend.calls.some(({ path }) => path.startsWith('/api/autoLogin'))).toBe(false)
})

/** The transfer's answer is lost, and the server does not know its outcome yet. */
async function loseOutcome(amount?: string) {
  backend.lostThen = 'unknown'
  const shown = await show('PG')
  if (amount) await shown.amount.fill(amount)
  await shown.tap('Transfer all and play')
  const confirm = shown.screen.getByRole('button', { name: 'Transfer and play', exact: true })
  await expect.element(confirm).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;(confirm.element() as HTMLElement).click()
  const again = shown.screen.getByRole('button', { name: 'Check again' })
  while (!again.query()) await passTime(1000)
  vi.useRealTimers()
  return { ...shown, again }
}

test('an outcome found later offers the game without a second transfer', async () => {
  const { screen, again } = await loseOutcome()
  backend.lostThen = 'done'
  await again.click()
  await expect
    .element(screen.getByRole('link', { name: 'Open the game' }))
    .toHaveAttribute('href', 'https://naga.example/once')
  expect(moves()).toHaveLength(1)
})

test('nothing else moves money into the game until the outcome is known', async () => {
  const { screen, again } = await loseOutcome('100')
  const only = screen.getByRole('button', { name: 'Transfer 100.00 ฿' })
  await expect.element(only).toBeDisabled()
  ;(only.element() as HTMLElement).click()
  expect(moves()).toHaveLength(1)
  backend.lostThen = 'failed'
  await again.click()
  await expect.element(only).toBeEnabled()
})

test.each(['by a tap', 'by itself when the connection is back'])(
  'a failure found later is told: %s',
  async (how) => {
    const { screen, again } = await loseOutcome()
    backend.lostThen = 'failed'
    if (how === 'by a tap') await again.click()
    else store.set(connectionAtom, 'back')
    await expect.element(screen.getByRole('alert')).toBeVisible()
    store.set(connectionAtom, 'online')
    expect(backend.calls.some(({ path }) => path.startsWith('/api/autoLogin'))).toBe(false)
    await expect.element(screen.getByRole('button', { name: 'Transfer all and play' })).toBeEnabled()
  },
)

test('a failure that comes after the sheet was closed is told too', async () => {
  backend.lostThen = 'failed'
  const { screen, transferAndPlay } = await show('PG')
  await transferAndPlay()
  await expect.poll(() => moves().length).toBe(1)
  await screen.unmount()
  await expect.poll(() => store.get(errorDialogAtom)).toBeDefined()
  closeErrorDialog()
})

test('a sign-in page receives the credentials as a posted form', async () => {
  const { tap } = await show('JOKER')
  await tap('Web')
  const went = 'post https://moon.example/in username=chp0812345678&password=Np48x2kd'
  await expect.poll(() => backend.tabs).toEqual([{ closed: false, went }])
  expect(moves()).toEqual([])
})

test('a refused transfer opens nothing and says so', async () => {
  backend.refusals['/api/wallet/transferAll'] = 'TRANSFER_FAIL'
  const { screen, transferAndPlay } = await show('PG')
  await transferAndPlay()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The money is where it was before')
  await expect.poll(() => backend.tabs).toEqual([{ closed: true }])
})

test('of two failed tries the last alone is told', async () => {
  backend.refusals['/api/wallet/transfer'] = 'TRANSFER_FAIL'
  const { screen, tap, transferAndPlay, amount } = await show('PG')
  const alerts = () => screen.getByRole('alert').elements().length
  await amount.fill('50')
  await tap('Transfer 50.00 ฿')
  await expect.poll(() => moves().length).toBe(1)
  await expect.poll(alerts).toBe(1)
  await transferAndPlay()
  await expect.poll(() => moves().length).toBe(2)
  await expect.poll(alerts).toBe(1)
  await expect.poll(() => backend.tabs).toEqual([{ closed: true }])
  await expect.poll(alerts).toBe(1)
  await tap('Transfer 50.00 ฿')
  await expect.poll(() => moves().length).toBe(3)
  await expect.poll(alerts).toBe(1)
})

test('a game that does not open after the money moved says where the money is', async () => {
  backend.refusals['/api/autoLogin'] = 'GAME_ACTIVATION_FAIL'
  const { screen, transferAndPlay } = await show('PG')
  await transferAndPlay()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Your money is in the game')
  await expect.poll(() => backend.tabs).toEqual([{ closed: true }])
})

test.each(['blocked', 'on the home screen of an iPhone', "in another app's browser"])(
  'a tab that cannot be opened leaves a link to tap: %s',
  async (where) => {
    if (where === 'blocked') backend.blocked = true
    else if (where.includes('iPhone')) Object.assign(navigator, { standalone: true })
    else
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14; wv) Line/14.1')
    const { screen, transferAndPlay } = await show('PG')
    await transferAndPlay()
    const link = screen.getByRole('link', { name: 'Open the game' })
    await expect.element(link).toHaveAttribute('href', 'https://naga.example/once')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(link).toHaveAttribute('target', '_blank')
    const here = screen.getByRole('link', { name: 'Open it in this window' })
    await expect.element(here).toHaveAttribute('target', '_self')
    expect(screen.getByRole('button', { name: 'Transfer all and play' }).query()).toBeNull()
    expect(backend.tabs).toEqual([])
  },
)

test('with an empty wallet, or zero typed, it only opens the game', async () => {
  const { screen, tap, amount } = await show('PG')
  await amount.fill('0')
  await tap('Play')
  await expect.poll(() => backend.tabs).toHaveLength(1)
  await screen.unmount()
  backend.cash = 0
  const empty = await show('PG')
  await empty.tap('Play')
  await expect.poll(() => backend.tabs).toHaveLength(2)
  expect(moves()).toEqual([])
})

test.each(['', '0', '-5'])(
  'transfer only with %j asks for an amount and does nothing else',
  async (typed) => {
    const { tap, amount } = await show('PG')
    await amount.fill(typed)
    await tap('Transfer only')
    await expect.element(amount).toHaveFocus()
    await expect.element(amount).not.toHaveAttribute('aria-invalid', 'true')
    expect(moves()).toEqual([])
  },
)

test('the gold button says what it does: all and play, or the amount that is typed', async () => {
  const { screen, amount } = await show('PG')
  const isGold = (name: string) => {
    const button = screen.getByRole('button', { name, exact: true }).element()
    return getComputedStyle(button).backgroundImage !== 'none'
  }
  await expect.element(amount).toBeVisible()
  expect([isGold('Transfer all and play'), isGold('Transfer only')]).toEqual([true, false])
  const place = () => {
    const last = screen
      .getByRole('button', { name: /^Transfer/u })
      .last()
      .element()
    return last.getBoundingClientRect().top - amount.element().getBoundingClientRect().top
  }
  const before = place()
  await amount.fill('100')
  expect([isGold('Transfer all and play'), isGold('Transfer 100.00 ฿')]).toEqual([false, true])
  await expect
    .element(screen.getByRole('button', { name: 'Transfer all and play' }))
    .toHaveAccessibleDescription(/whole wallet, 8,230\.00/u)
  expect(place()).toBeCloseTo(before, 0)
  await amount.fill('99999')
  expect([isGold('Transfer all and play'), isGold('Transfer only')]).toEqual([false, true])
  await amount.fill('')
  expect([isGold('Transfer all and play'), isGold('Transfer only')]).toEqual([true, false])
  expect(place()).toBeCloseTo(before, 0)
})

test('transfer only moves the typed amount and says what will be left', async () => {
  const { screen, amount } = await show('PG')
  await amount.fill('๕๐๐.๒๕')
  await expect.element(screen.getByText('Your wallet will then hold 7,729.75 ฿')).toBeVisible()
  const button = screen.getByRole('button', { name: 'Transfer 500.25 ฿' }).element() as HTMLButtonElement
  button.click()
  button.click()
  await expect.element(screen.getByText('500.25 ฿ is in Naga')).toBeVisible()
  expect(screen.getByText('500.25 ฿ is in Naga').elements()).toHaveLength(1)
  await expect
    .poll(moves)
    .toEqual([{ path: '/api/wallet/transfer', body: { from: 'WALLET', to: 'PG', amount: 500.25 } }])
  expect(backend.tabs).toEqual([])
})

test('while the answer is on its way what will be left stays, although the wallet tells of the transfer already', async () => {
  let arrive: () => void = () => undefined
  backend.moveHeld = new Promise((resolve) => (arrive = resolve))
  const { screen, amount, client } = await show('PG')
  await amount.fill('500.25')
  const left = screen.getByText('Your wallet will then hold 7,729.75 ฿')
  await expect.element(left).toBeVisible()
  await screen.getByRole('button', { name: 'Transfer 500.25 ฿' }).click()
  backend.cash = 7729.75
  await client.refetchQueries(walletQueryOptions)
  await expect.element(left).toBeVisible()
  arrive()
  await expect.element(screen.getByText('Your wallet holds 7,729.75 ฿')).toBeVisible()
})

test('more than the wallet holds is refused before sending', async () => {
  const { screen, tap, amount } = await show('PG')
  await tap('All')
  await expect.element(amount).toHaveValue('8,230.00')
  await amount.fill('8230.01')
  await tap('Transfer only')
  await expect
    .element(screen.getByText('There is not enough money for this. Please enter less.'))
    .toBeVisible()
  expect(moves()).toEqual([])
})

test('hidden amounts are shown nowhere in the sheet', async () => {
  const { screen, tap, amount } = await show('PG', true)
  await amount.fill('99999')
  await tap('Transfer only')
  await expect
    .element(screen.getByText('There is not enough money for this.', { exact: false }))
    .toBeVisible()
  expect(screen.baseElement.innerHTML).not.toMatch(/1,250|8,230|8230/)
})

test('hidden amounts are hidden in the toast about a transfer too', async () => {
  const { screen, amount } = await show('PG', true)
  await amount.fill('77')
  await screen.getByRole('button', { name: 'Transfer Amount hidden' }).click()
  await expect.element(screen.getByText(/is in Naga/u)).toBeVisible()
  expect(screen.baseElement.textContent).not.toContain('77')
})

test('moving money out is left to the caller', async () => {
  const { tap, onMoveOut } = await show('PG')
  await tap('To wallet')
  await expect.poll(() => onMoveOut).toHaveBeenCalledWith('PG')
})

test('a game that is not in the wallet shows a message', async () => {
  const { screen } = await show('GONE')
  await expect.element(screen.getByText('This game is not here')).toBeVisible()
})

import { useQuery } from '@tanstack/react-query'
import { act, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginBusy } from '#data/session/busy.ts'
import { lost, renderScreen, stillUntil, stubBackend } from '#components/test-screen.tsx'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { removeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { areRemembered, rememberAgreements } from './agreements-memory.ts'
import { AgreementsSheet } from './agreements-sheet.tsx'
import { useAgreementsPrompt } from './use-agreements-prompt.ts'

const texts = ['<p>Keep your password to <b>yourself</b></p>', '<p>Every step is in the history</p>']
const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z', coin: 0 },
  wallet: { amount: 1 },
  invite: { amount: 0, success: '', fail: '' },
  slots: [],
}
const show = vi.fn<() => void>()

beforeEach(() => {
  show.mockReset()
  removeStored(storageKeys.rememberedAgreement)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
})

function Home({ covered }: { covered: boolean }) {
  const [free, setFree] = useState(!covered)
  useAgreementsPrompt(free, show)
  const loaded = useQuery(walletQueryOptions).data !== undefined
  return (
    <button onClick={() => setFree(true)} disabled={!loaded}>
      Uncover
    </button>
  )
}

async function openHome(agreements: () => unknown, covered = false) {
  const asked = stubBackend({ '/api/wallet': () => wallet, '/api/lookup/agreements': agreements })
  const screen = await renderScreen(<Home covered={covered} />)
  await stillUntil(() => screen.getByText('Uncover').query()?.matches(':enabled') === true)
  if (!covered) await stillUntil(() => vi.getTimerCount() > 0)
  return {
    screen,
    asked: () => asked.filter(({ path }) => path.endsWith('agreements')).length,
    wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
  }
}

test('the agreements show once, a second and a half after the home page', async () => {
  const home = await openHome(() => texts)
  await home.wait(1400)
  expect(home.asked()).toBe(0)
  await home.wait(200)
  await expect.poll(() => show).toHaveBeenCalledTimes(1)
  await home.wait(10_000)
  await expect.poll(() => show).toHaveBeenCalledTimes(1)
})

test.each([
  ['there are none', () => []],
  ['they cannot be loaded', lost],
  ['they are remembered', () => texts],
])('the agreements do not show if %s', async (why, answer) => {
  if (why === 'they are remembered') rememberAgreements(texts, true)
  const home = await openHome(answer)
  await home.wait(1600)
  await expect.poll(() => home.asked()).toBeGreaterThan(0)
  await home.wait(10_000)
  expect(show).not.toHaveBeenCalled()
})

test('the agreements wait until no sheet or dialog is open and no operation runs', async () => {
  const home = await openHome(() => texts, true)
  await home.wait(5000)
  expect(show).not.toHaveBeenCalled()
  const done = beginBusy()
  await home.screen.getByRole('button', { name: 'Uncover' }).click()
  for (const ms of [5000, 5000]) await home.wait(ms)
  expect(home.asked()).toBe(0)
  expect(show).not.toHaveBeenCalled()
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.role = 'alertdialog'
  done()
  await home.wait(5000)
  expect(show).not.toHaveBeenCalled()
  dialog.remove()
  const shown = async () => {
    await home.wait(5000)
    return show.mock.calls.length
  }
  await expect.poll(shown).toBe(1)
})

test.each(['I understand', 'Close'])(
  'the sheet shows every text, and a ticked box remembers them: %s',
  async (way) => {
    stubBackend({ '/api/lookup/agreements': () => texts })
    const close = vi.fn<() => void>()
    const screen = await renderScreen(<AgreementsSheet onClose={close} />)
    const sheet = screen.getByRole('dialog', { name: 'Good to know' })
    await expect.element(sheet).toHaveTextContent('Keep your password to yourself')
    await expect.element(sheet).toHaveTextContent('Every step is in the history')
    await sheet.getByRole('checkbox', { name: 'Do not show this again' }).click()
    await sheet.getByRole('button', { name: way }).click()
    await expect.poll(() => close).toHaveBeenCalledTimes(1)
    expect(areRemembered(texts)).toBe(true)
  },
)

test('opened by its address while offline, the sheet says so and offers a retry', async () => {
  let up = false
  store.set(connectionAtom, 'offline')
  stubBackend({ '/api/lookup/agreements': () => (up ? texts : lost()) })
  const screen = await renderScreen(<AgreementsSheet onClose={() => undefined} />)
  await expect.element(screen.getByText('You are offline')).toBeVisible()
  up = true
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('dialog')).toHaveTextContent('Every step is in the history')
})

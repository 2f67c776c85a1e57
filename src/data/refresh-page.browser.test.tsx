import { afterEach, expect, test, vi } from 'vitest'
import { refreshSlots } from '#api/contract/wallet.ts'
import { store } from '#lib/store.ts'
import { toastsAtom } from '#ui/message/toast.ts'
import { useRefreshPage } from './refresh-page.ts'
import { signIn, signOut } from '#data/session/session.ts'
import { refusal, renderScreen, stubBackend } from '#components/test-screen.tsx'

function Page() {
  const { isRefreshing, refresh } = useRefreshPage({ games: true })
  return (
    <button type="button" aria-busy={isRefreshing} onClick={() => void refresh()}>
      Refresh
    </button>
  )
}

afterEach(() => {
  signOut()
  vi.unstubAllGlobals()
})

/** Pulls the page down at a slow provider. */
async function pull() {
  let refuse: () => void = () => undefined
  const answer = new Promise((resolve) => {
    refuse = () => resolve(refusal('UNAUTHORIZED', 401))
  })
  stubBackend({ [refreshSlots.path]: () => answer })
  signIn('token', true)
  const screen = await renderScreen(<Page />)
  const button = screen.getByRole('button', { name: 'Refresh' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  return async () => {
    refuse()
    await expect.element(button).toHaveAttribute('aria-busy', 'false')
    return store.get(toastsAtom).map(({ title }) => title)
  }
}

test('a refresh that fails says so', async () => {
  const end = await pull()
  expect(await end()).toEqual(['This page could not be refreshed'])
})

test('one that fails because its member has logged out meanwhile says nothing on the page that follows', async () => {
  const end = await pull()
  signOut()
  expect(await end()).toEqual([])
})

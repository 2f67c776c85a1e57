import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen, stubBackend } from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { rawStorage } from '#lib/storage.ts'
import { PasskeyLogin } from './passkey-login.tsx'

afterEach(() => {
  rawStorage().removeItem(storageKeys.lateLogouts)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A passkey's answer, as far as it is sent. */
const bytes = new Uint8Array([1]).buffer
const signed = {
  id: 'AQ',
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes },
  getClientExtensionResults: () => ({}),
}

const options = {
  challenge: 'AQ',
  rpId: location.hostname,
  timeout: 60_000,
  userVerification: 'required',
  allowCredentials: [],
}

/** The page, whose button has sent a passkey's answer; `answer` is what the server says then. */
async function sent() {
  noteExtensions('passkeys, late-logout')
  vi.spyOn(navigator.credentials, 'get').mockImplementation((options = {}) =>
    options.mediation === 'conditional' ? new Promise(() => {}) : Promise.resolve(signed as never),
  )
  let answer: (said: unknown) => void = () => undefined
  const asked = stubBackend({
    '/api/login/passkey/options': () => options,
    '/api/login/passkey': () => new Promise((resolve) => (answer = resolve)),
    '/api/logout/late': () => ({ message: 'SUCCESS' }),
  })
  const onSignedIn = vi.fn<(token: string) => void>()
  const screen = await renderScreen(<PasskeyLogin onSignedIn={onSignedIn} />)
  await screen.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect.poll(() => asked.map(({ path }) => path)).toContain('/api/login/passkey')
  const ended = () => asked.filter(({ path }) => path === '/api/logout/late').map(({ body }) => body)
  return { screen, onSignedIn, ended, answer: (said: unknown) => answer(said) }
}

test('a sign-in is the page’s', async () => {
  const { onSignedIn, ended, answer } = await sent()
  answer({ token: 'token-late' })
  await expect.poll(() => onSignedIn.mock.calls).toEqual([['token-late']])
  expect(ended()).toEqual([])
})

test('a session that comes after the page was left is ended at once', async () => {
  const { screen, onSignedIn, ended, answer } = await sent()
  await screen.unmount()
  answer({ token: 'token-late' })
  await expect.poll(ended).toEqual([{ session: 'idj5ViW1ZenFdBkswiA4qdMDR_Uw6sC2IH3VFkXmtgE' }])
  expect(onSignedIn).not.toHaveBeenCalled()
})

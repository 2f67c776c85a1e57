import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepToken, readToken } from '#api/token.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { recordCall } from '#lib/network/reachability.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { rawStorage, removeStored, writeStored } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { memberAtom } from './member-atom.ts'
import { endSession, followOtherTabs, isSignedIn, onSessionEnd, signIn, signOut } from './session.ts'

const ended = vi.fn<() => void>()
let stops: (() => void)[]
/** Fires the event that this window receives when another one writes. */
const storageEvent = (key: string) => globalThis.dispatchEvent(new StorageEvent('storage', { key }))

beforeEach(() => {
  noteExtensions('logout')
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() => Promise.reject(new TypeError('no server'))),
  )
  stops = [followOtherTabs(() => endSession()), onSessionEnd(ended)]
})
afterEach(() => {
  signOut()
  for (const stop of stops) stop()
  removeStored(storageKeys.signedOutAt)
  ended.mockReset()
  vi.unstubAllGlobals()
})

test('a remembered session survives the tab, another does not', () => {
  signIn('token-1', true)
  expect(rawStorage('local').getItem(storageKeys.token)).toContain('token-1')
  signIn('token-2', false)
  expect(rawStorage('local').getItem(storageKeys.token)).toBeNull()
  expect(rawStorage('session').getItem(storageKeys.token)).toContain('token-2')
})

test('signing out removes everything of the member, without waiting for the server', () => {
  signIn('token-1', true)
  writeStored(storageKeys.userInfo, { wallet: { amount: 500 } })
  writeStored(storageKeys.queryCache, { entries: {} })
  signOut()
  expect(isSignedIn()).toBe(false)
  expect(ended).toHaveBeenCalledTimes(1)
  for (const key of [storageKeys.token, storageKeys.userInfo, storageKeys.queryCache]) {
    expect(rawStorage().getItem(key)).toBeNull()
  }
  expect(fetch).toHaveBeenCalledWith('/api/logout', expect.anything())
})

test('the worker ends the notifications of this browser however the session ends, and nothing else tells it to', async () => {
  const post = vi.fn<(message: unknown) => void>()
  const container = { ready: Promise.resolve({ active: { postMessage: post } }) }
  const worker = vi
    .spyOn(navigator, 'serviceWorker', 'get')
    .mockReturnValue(container as unknown as ServiceWorkerContainer)
  signIn('token-1', true)
  await container.ready
  expect(post).not.toHaveBeenCalled()
  signOut()
  await expect.poll(() => post.mock.calls).toEqual([[{ type: 'SIGNED_OUT' }, []]])
  signIn('token-2', true)
  signIn('token-3', true)
  await expect.poll(() => post).toHaveBeenCalledTimes(2)
  worker.mockRestore()
})

test('the choice about the agreements survives the session', () => {
  signIn('token-1', true)
  writeStored(storageKeys.rememberedAgreement, 'mark')
  signOut()
  expect(rawStorage().getItem(storageKeys.rememberedAgreement)).toBe('"mark"')
  removeStored(storageKeys.rememberedAgreement)
})

test('a sign-out while the server is unreachable is reported later, without the token', async () => {
  // A separate token: other tests' sign-outs may still be stored meanwhile, each session once.
  signIn('token-late', true)
  signOut()
  const kept = () => rawStorage().getItem(storageKeys.lateLogouts)
  await expect.poll(kept).toContain('idj5ViW1ZenFdBkswiA4qdMDR_Uw6sC2IH3VFkXmtgE')
  expect(JSON.stringify(localStorage)).not.toContain('token-late')
  const answered = vi.fn<typeof fetch>((_address, _init) =>
    Promise.resolve(
      Response.json({ message: 'SUCCESS' }, { headers: { 'X-Api-Extensions': 'late-logout' } }),
    ),
  )
  vi.stubGlobal('fetch', answered)
  globalThis.dispatchEvent(new Event('online'))
  // A backend without the extension is not called.
  expect(answered).not.toHaveBeenCalled()
  noteExtensions('logout, late-logout')
  recordCall('answered', 0)
  await expect.poll(() => kept() ?? '').not.toContain('idj5ViW1ZenFdBkswiA4qdMDR_Uw6sC2IH3VFkXmtgE')
  expect(answered.mock.calls.map(([address, init]) => [address, init?.body])).toContainEqual([
    '/api/logout/late',
    JSON.stringify({ session: 'idj5ViW1ZenFdBkswiA4qdMDR_Uw6sC2IH3VFkXmtgE' }),
  ])
  noteExtensions('')
})

test('a sign-out is noted before its answer, for a page that is closed meanwhile, and forgotten with it', async () => {
  noteExtensions('logout, late-logout')
  const kept = () => rawStorage().getItem(storageKeys.lateLogouts) ?? ''
  for (const [message, status] of [
    ['SUCCESS', 200],
    ['UNAUTHORIZED', 401],
  ] as const) {
    let answer: () => void = () => undefined
    const asked = vi.fn<typeof fetch>(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(Response.json({ message }, { status }))
        }),
    )
    vi.stubGlobal('fetch', asked)
    signIn('token-late', true)
    signOut()
    await expect.poll(kept, { message }).toContain('idj5ViW1ZenFdBkswiA4qdMDR_Uw6sC2IH3VFkXmtgE')
    expect(JSON.stringify(localStorage)).not.toContain('token-late')
    // Another call's answer does not have it told twice.
    recordCall('answered', 0)
    answer()
    await expect.poll(kept, { message }).not.toContain('idj5ViW1ZenFdBkswiA4qdMDR_Uw6sC2IH3VFkXmtgE')
    expect(asked.mock.calls.map(([address]) => address)).toEqual(['/api/logout'])
  }
  noteExtensions('')
})

test('a sign-out that hangs in a dead network is told as soon as there is one', async () => {
  noteExtensions('logout, late-logout')
  const asked = vi.fn<typeof fetch>((address) =>
    address === '/api/logout'
      ? new Promise(() => undefined)
      : Promise.resolve(Response.json({ message: 'SUCCESS' })),
  )
  vi.stubGlobal('fetch', asked)
  signIn('token-late', true)
  signOut()
  await expect
    .poll(() => rawStorage().getItem(storageKeys.lateLogouts))
    .toContain('idj5ViW1ZenFdBkswiA4qdMDR_Uw6sC2IH3VFkXmtgE')
  globalThis.dispatchEvent(new Event('online'))
  await expect.poll(() => asked.mock.calls.map(([address]) => address)).toContain('/api/logout/late')
  await expect.poll(() => rawStorage().getItem(storageKeys.lateLogouts) ?? '').not.toContain('idj5ViW1')
  noteExtensions('')
})

test('signing in as another member removes the stored data of the first', () => {
  signIn('token-1', true)
  writeStored(storageKeys.userInfo, { wallet: { amount: 500 } })
  signIn('token-2', true)
  expect(rawStorage().getItem(storageKeys.userInfo)).toBeNull()
  expect(ended).toHaveBeenCalledTimes(1)
})

test('a sign-out in another tab ends the session here, also one of this tab only', () => {
  signIn('token-1', false)
  storageEvent(storageKeys.signedOutAt)
  expect(readToken()).toBeUndefined()
  expect(ended).toHaveBeenCalledTimes(1)
})

test('another member’s sign-in in another tab ends the session here', () => {
  signIn('token-1', true)
  keepToken('token-2', 'local')
  storageEvent(storageKeys.token)
  expect(ended).toHaveBeenCalledTimes(1)
})

test('a page restored from the back-forward cache notices what happened meanwhile', () => {
  const shownAgain = () => globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  signIn('token-1', true)
  shownAgain()
  expect(isSignedIn()).toBe(true)
  globalThis.dispatchEvent(new Event('pagehide'))
  rawStorage().removeItem(storageKeys.token)
  shownAgain()
  expect([isSignedIn(), ended.mock.calls.length]).toEqual([false, 1])

  signIn('token-2', false)
  globalThis.dispatchEvent(new Event('pagehide'))
  writeStored(storageKeys.signedOutAt, 1)
  shownAgain()
  expect([readToken(), ended.mock.calls.length]).toEqual([undefined, 2])
})

test('a page that wakes up after a sign-out leaves the session alone that was begun since', () => {
  const awake = {
    frozen: () => storageEvent(storageKeys.signedOutAt),
    left: () => globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  }
  for (const [at, [how, wakes]] of Object.entries(awake).entries()) {
    signIn('token-1', true)
    const before = ended.mock.calls.length
    globalThis.dispatchEvent(new Event('pagehide'))
    // Another page signs out, and somebody in.
    writeStored(storageKeys.signedOutAt, at + 1)
    keepToken('token-2', 'local')
    writeStored(storageKeys.lastPlayed, 'a game of the second')
    wakes()
    expect(readToken(), how).toBe('token-2')
    expect(rawStorage().getItem(storageKeys.lastPlayed), how).toContain('of the second')
    expect(ended.mock.calls.length - before, how).toBe(1)
  }
})

test('a tab with a session of its own ends only that one, and leaves what another tab remembers', () => {
  const ends = {
    'a sign-out noticed late': () => storageEvent(storageKeys.signedOutAt),
    'left, then a sign-out noticed late': () =>
      globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    'refused by the server': endSession,
  }
  for (const [at, [how, end]] of Object.entries(ends).entries()) {
    signIn('token-1', false)
    writeStored(storageKeys.lastPlayed, 'a game of the first', 'session')
    const before = ended.mock.calls.length
    globalThis.dispatchEvent(new Event('pagehide'))
    // Another page signs out, and somebody in, who wants to be remembered.
    writeStored(storageKeys.signedOutAt, at + 1)
    writeStored(storageKeys.token, 'token-2')
    writeStored(storageKeys.lastPlayed, 'a game of the second')
    end()
    expect(rawStorage('session').getItem(storageKeys.token), how).toBeNull()
    expect(rawStorage('session').getItem(storageKeys.lastPlayed), how).toBeNull()
    expect(rawStorage('local').getItem(storageKeys.token), how).toContain('token-2')
    expect(rawStorage('local').getItem(storageKeys.lastPlayed), how).toContain('of the second')
    expect(ended.mock.calls.length - before, how).toBe(1)
    // Who signs out means this browser.
    signOut()
    expect(readToken(), how).toBeUndefined()
  }
})

test('a started registration is deleted when somebody signs in', () => {
  writeStored(storageKeys.registerDraft, { name: 'Noi' }, 'session')
  signIn('token-1', true)
  expect(rawStorage('session').getItem(storageKeys.registerDraft)).toBeNull()
})

test('a screen’s state of its member is reset when the session ends', () => {
  const spinAtom = memberAtom<string | undefined>(() => undefined)
  const seen: (string | undefined)[] = []
  const stop = store.sub(spinAtom, () => seen.push(store.get(spinAtom)))
  signIn('token-1', true)
  store.set(spinAtom, 'turning')
  signOut()
  signIn('token-2', true)
  store.set(spinAtom, (now) => `${now} and told`)
  expect(seen).toEqual(['turning', undefined, 'undefined and told'])
  stop()
})

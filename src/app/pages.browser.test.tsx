import { i18n } from '@lingui/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { RESET } from 'jotai/utils'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { inMemoryCountAtom, storedWaitsAtom } from '#data/outbox/outbox-flag.ts'
import { endSession, isSignedIn, signIn } from '#data/session/session.ts'
import { type Answers, type Asked, refusal, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { dropDraft, dropInviteCode, emptyDraft, keepDraft } from '#features/auth/register-draft.ts'
import { chatSessionAtom } from '#features/chat/chat-session.ts'
import { guestIdAtom } from '#features/chat/entry/guest-id.ts'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { lockChanged, lockRecheck } from '#lock/lock-state.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { rawStorage } from '#lib/storage.ts'
import { store } from '#lib/store.ts'
import { handleError } from '#errors/handle-error.ts'
import { toastsAtom } from '#ui/message/toast.ts'
import { ApiError } from '#api/api-error.ts'
import { noModal } from '#routes/-modals/modal-search.ts'
import { routeTree } from '../route-tree.gen.ts'
import { guardSession } from './session-guard.ts'
import { showLock } from './show-lock.tsx'
import { parseSearch, stringifySearch } from './search.ts'

let answers: Answers
let asked: Asked[]
const guest = { guestId: '5b3c8a0e-6a55-4c3c-9d0f-2f7c8f6b1a11' }
const bodies = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)

beforeEach(() => {
  answers = {
    '/api/lookup/active': () => ({ active: true }),
    '/api/lookup/contact': () => ({ contactText: '<p>Write to us</p>', link: '', name: '', qr: '' }),
    '/api/lookup/enableChatWidget': () => ({ enabled: true }),
    '/api/lookup/info': () => ({ name: 'Champa', website: 'petal.example' }),
    '/api/wallet': () => ({
      profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
      wallet: { amount: 100 },
    }),
  }
  asked = stubBackend(answers)
})
afterEach(() => {
  endSession()
  dropDraft()
  dropInviteCode()
  store.set(guestIdAtom, RESET)
  store.set(inMemoryCountAtom, 0)
  vi.unstubAllGlobals()
})

/** The page of an address, in its layout; a member's pages for a member. */
async function open(address: string) {
  if (address.startsWith('/user')) signIn('token-1', false)
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  })
  const router = createRouter({
    routeTree,
    context: { queryClient },
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  return renderScreen(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('no page of a member has a parameter named like one of the sheets over it: closing a sheet takes those away', () => {
  const { routesById } = createRouter({ routeTree, context: {} as never })
  const taken = Object.values(routesById)
    .filter(({ id }) => id.startsWith('/user/'))
    .flatMap(({ id, options }) => {
      const { validateSearch } = options as { validateSearch?: { entries: object } }
      return Object.keys(validateSearch?.entries ?? {}).map((name) => ({ id, name }))
    })
  expect(taken).toContainEqual({ id: '/user/statement', name: 'from' })
  expect(taken.filter(({ name }) => name in noModal)).toEqual([])
})

test.each(['/contact', '/user/contact'])(
  'the credit line of %s has the website’s name and the app’s version',
  async (address) => {
    const screen = await open(address)
    await expect.element(screen.getByText(/^© \d{4} petal\.example · 1\.1\.14$/u)).toBeVisible()
  },
)

test.each(['/contact', '/user/contact'])('%s leads to the chat only if the site has one', async (address) => {
  const first = await open(address)
  await expect.element(first.getByRole('link', { name: 'Chat', exact: true })).toBeVisible()
  await expect.element(first.getByRole('link', { name: 'Chat with us' })).toBeVisible()
  await first.unmount()

  answers['/api/lookup/enableChatWidget'] = () => ({ enabled: false })
  const screen = await open(address)
  await expect.element(screen.getByText('Write to us', { exact: true })).toBeVisible()
  // Not even unseen, as they are until it is known.
  await expect.element(screen.getByText('Chat', { exact: true })).not.toBeInTheDocument()
  await expect.element(screen.getByText('Chat with us')).not.toBeInTheDocument()
})

describe('where the site', () => {
  const ofChat = () => asked.filter(({ path }) => path.startsWith('/api/chat/'))
  beforeEach(() => {
    noteExtensions('client-id')
    store.set(guestIdAtom, guest.guestId)
    answers['/api/chat/config'] = () => ({ PREFIX: 'room-' })
    answers['/api/chat/history'] = () => ({ messages: [], total: 0, unread: 3 })
  })

  async function expectChat(page: string, who: object) {
    const before = await open(page)
    await expect.element(before.getByText('3 new messages').first()).toBeInTheDocument()
    expect(ofChat().map(({ body }) => body)).toEqual([{ ...who, limit: 1, skip: 0 }])
    await before.unmount()
    const screen = await open(`${page}?open=chat`)
    await expect.element(screen.getByRole('dialog', { name: 'Customer support' })).toBeVisible()
    // A guest who is still shown when the id is dropped gets another.
    await screen.unmount()
    store.get(chatSessionAtom)?.close()
  }

  async function expectNoChat(page: string) {
    answers['/api/lookup/enableChatWidget'] = () => ({ enabled: false })
    const screen = await open(`${page}?open=chat`)
    await expect.element(screen.getByText('Write to us', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Chat with us')).not.toBeInTheDocument()
    expect(screen.getByRole('dialog').elements()).toEqual([])
    expect(ofChat()).toEqual([])
  }

  // The first test loads the chat's file: a page that opens a chat which the site does not have would show it at once in the next ones.
  test.each([['/contact', guest]])('has a chat, it opens over %s', expectChat)
  test.each(['/contact', '/user/contact'])('has none, none opens over %s, nor is asked', expectNoChat)
  test.each([['/user/contact', {}]])('has a chat, it opens over %s', expectChat)
})

test('the terms in the bottom bar open the conditions over the page', async () => {
  answers['/api/lookup/conditions'] = () => ({ conditions: '<p>Be of age</p>' })
  const screen = await open('/user/contact')
  await screen.getByRole('link', { name: 'Terms' }).click()
  const sheet = screen.getByRole('dialog', { name: 'Terms and conditions' })
  await expect.element(sheet.getByText('Be of age')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { name: 'Contact us' })).toBeVisible()
})

test('a member’s contact page begins below the top bar', async () => {
  const screen = await open('/user/contact')
  const title = screen.getByRole('heading', { name: 'Contact us' })
  await expect.element(title).toBeVisible()
  expect(title.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
    screen.getByRole('banner').element().getBoundingClientRect().bottom,
  )
})

test.each([
  ['ticked', 'local', 'session'],
  ['not ticked', 'session', 'local'],
] as const)('with “Remember me” %s the session is kept in %s storage', async (choice, kept, other) => {
  answers['/api/login'] = () => ({ token: 'token-2' })
  const screen = await open('/login?redirect=/user/contact')
  await screen.getByLabelText('Phone number').fill('0812345678')
  await screen.getByLabelText('Password', { exact: true }).fill('river1234')
  const remember = screen.getByRole('checkbox', { name: 'Remember me on this phone' })
  await expect.element(remember).toBeChecked()
  if (choice === 'not ticked') await remember.click()
  await screen.getByRole('button', { name: 'Log in' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Contact us' })).toBeVisible()
  expect(rawStorage(kept).getItem(storageKeys.token)).toBe('"token-2"')
  expect(rawStorage(other).getItem(storageKeys.token)).toBeNull()
})

const registering = {
  ...emptyDraft,
  phoneNumber: '0812345678',
  name: 'Mali',
  bankCode: 'SCB',
  firstName: 'Mali',
  lastName: 'Jaidee',
  bankAccountNo: '1234567890',
}

async function openRegistration(address: string) {
  Object.assign(answers, {
    '/api/lookup/registerOTP': () => ({ enabled: false }),
    '/api/lookup/sources': () => [],
    '/api/lookup/banks': () => [{ code: 'SCB', nameTH: 'ไทยพาณิชย์', nameEN: 'Siam Commercial Bank' }],
    '/api/account/validate': () => ({ message: 'OK' }),
    '/api/account': () => ({ message: 'SUCCESS' }),
  })
  keepDraft(registering)
  const screen = await open(address)
  return { screen, inviteCode: screen.getByLabelText('Invite code (optional)') }
}

test('the code of an invite link is filled in for good, also at a later visit, and sent', async () => {
  const first = await openRegistration('/register?code=PR7&step=profile')
  await expect.element(first.inviteCode).toHaveValue('PR7')
  await expect.element(first.inviteCode).toHaveAttribute('readonly')
  await first.screen.unmount()
  expect(rawStorage('local').getItem(storageKeys.inviteCode)).toBe('"PR7"')

  const { screen, inviteCode } = await openRegistration('/register?step=profile')
  await expect.element(inviteCode).toHaveValue('PR7')
  await expect.element(inviteCode).toHaveAttribute('readonly')
  await screen.getByLabelText('Password', { exact: true }).fill('river1234')
  await screen.getByLabelText('Confirm password').fill('river1234')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('button', { name: 'Register' }).click()
  await expect
    .poll(() => bodies('/api/account'))
    .toEqual([expect.objectContaining({ username: '0812345678', inviteCode: 'PR7' })])
})

test('without an invite link the code can be typed', async () => {
  const { inviteCode } = await openRegistration('/register?step=profile')
  await expect.element(inviteCode).toHaveValue('')
  await expect.element(inviteCode).not.toHaveAttribute('readonly')
})

/** Shows the lock, which opens once the session has ended, as lock/follow-lock.ts has it. */
async function shutLock() {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const { dataset } = document.documentElement
  const open = () => {
    delete dataset['lock']
    dispatchEvent(new Event(lockChanged))
  }
  const look = () => !isSignedIn() && open()
  addEventListener(lockRecheck, look)
  onTestFinished(() => {
    removeEventListener(lockRecheck, look)
    open()
  })
  dataset['lock'] = 'shut'
  void showLock()
  const lock = document.querySelector('#app-lock')!
  const buttons = () => [...lock.querySelectorAll('button')]
  await expect.poll(() => buttons().length).toBe(2)
  return {
    lock,
    press: (name: string) =>
      buttons()
        .find((one) => one.textContent === name)
        ?.click(),
  }
}

test('a lock whose session has ended meanwhile makes way for the login, which leads back', async () => {
  signIn('token-1', false)
  const history = createMemoryHistory({ initialEntries: ['/user/statement'] })
  const router = createRouter({ routeTree, context: {} as never, history })
  const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()
  guardSession(router as never, new QueryClient())
  noteExtensions('app-lock')
  answers['/api/passkeys/unlock/options'] = () => refusal('UNAUTHORIZED', 401)
  const { lock, press } = await shutLock()
  press('Unlock with a passkey')
  await expect.poll(() => lock.isConnected).toBe(false)
  expect(isSignedIn()).toBe(false)
  expect(navigate.mock.calls).toEqual([
    [{ to: '/login', search: { redirect: '/user/statement' }, replace: true }],
  ])
  expect(store.get(toastsAtom).map(({ title }) => title)).toEqual(['Please log in again to continue.'])
})

test('a session that the server ended says so in each tab, and the sign-in leads back; a sign-out elsewhere says nothing', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  signIn('token-1', true)
  const history = createMemoryHistory({ initialEntries: ['/user/statement'] })
  const router = createRouter({ routeTree, context: {} as never, history })
  const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()
  guardSession(router as never, new QueryClient())
  /** What another tab does, of which this one learns by the browser's event. */
  const elsewhere = (key: string, write: (area: Storage) => void) => {
    write(localStorage)
    dispatchEvent(new StorageEvent('storage', { key }))
  }
  const dropTokenElsewhere = () => elsewhere(storageKeys.token, (area) => area.removeItem(storageKeys.token))
  const shown = () => store.get(toastsAtom).map(({ title }) => title)

  dropTokenElsewhere()
  expect(isSignedIn()).toBe(false)
  expect(shown()).toEqual(['Please log in again to continue.'])
  const login = (redirect?: string) => [{ to: '/login', search: { redirect }, replace: true }]
  expect(navigate.mock.calls).toEqual([login('/user/statement')])

  signIn('token-2', true)
  elsewhere(storageKeys.signedOutAt, (area) => {
    area.setItem(storageKeys.signedOutAt, '1')
    area.removeItem(storageKeys.token)
  })
  dropTokenElsewhere()
  expect(isSignedIn()).toBe(false)
  expect(shown()).toEqual([])
  expect(navigate.mock.calls).toEqual([login('/user/statement'), login()])
})

describe('while something is not sent yet', () => {
  const words = /slips and messages that are not sent yet are removed/u

  test.each([
    ['/user/contact', 1],
    ['/user/profile', 2],
  ])('each button of %s that logs out asks first', async (address, count) => {
    const asks = vi.fn<(question?: string) => boolean>(() => false)
    vi.stubGlobal('confirm', asks)
    const screen = await open(address)
    const buttons = screen.getByRole('button', { name: 'Log out', exact: true })
    await expect.poll(() => buttons.elements().length).toBe(count)
    store.set(inMemoryCountAtom, 1)
    for (const button of buttons.elements() as HTMLElement[]) button.click()
    expect(asks.mock.calls).toEqual(Array.from({ length: count }, () => [expect.stringMatching(words)]))
    expect(isSignedIn()).toBe(true)
    asks.mockReturnValue(true)
    ;(buttons.last().element() as HTMLElement).click()
    await expect.poll(isSignedIn).toBe(false)
  })

  test('the lock asks first too', async () => {
    const asks = vi.fn<(question?: string) => boolean>(() => false)
    vi.stubGlobal('confirm', asks)
    signIn('token-1', false)
    store.set(inMemoryCountAtom, 1)
    const { lock, press } = await shutLock()
    press('Log out')
    expect(asks).toHaveBeenCalledWith(expect.stringMatching(words))
    expect(isSignedIn()).toBe(true)
    asks.mockReturnValue(true)
    press('Log out')
    await expect.poll(isSignedIn).toBe(false)
    await expect.poll(() => lock.isConnected).toBe(false)
  })

  test.each([
    ['stored', () => store.set(storedWaitsAtom, true)],
    ['in memory', () => store.set(inMemoryCountAtom, 1)],
  ])('a session that ends by itself says what was removed with it: %s', (_, wait) => {
    const router = createRouter({ routeTree, context: {} as never, history: createMemoryHistory() })
    guardSession(router as never, new QueryClient())
    store.set(toastsAtom, [])
    signIn('token-1', false)
    wait()
    handleError(new ApiError('refused', { code: 'UNAUTHORIZED', status: 401 }))
    expect(store.get(storedWaitsAtom)).toBe(false)
    expect(store.get(toastsAtom).map(({ text }) => text)).toEqual([
      expect.stringContaining('before you upload one again'),
    ])
  })
})

import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen, stubBackend } from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { ModalHost, useAllowedModal } from './modal-host.tsx'
import { modalSearch } from './modal-search.ts'
import { createModal, type ModalRecord, type ModalTable } from './modal.tsx'
import { useModal } from './use-modal.ts'
import { withMotion } from '#ui/test-motion.ts'

withMotion()

let hasChat: (answer: { enabled: boolean }) => void
beforeEach(() => {
  const answer = new Promise((resolve) => {
    hasChat = resolve
  })
  stubBackend({ '/api/lookup/enableChatWidget': () => answer })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

let lineUp = true
const mounted = vi.fn<() => void>()
const sheet = (title: string, record: Partial<ModalRecord<string>> = {}) =>
  createModal({
    load: () => Promise.resolve(title),
    render: (loaded, { close, source }) => (
      <Sheet open onClose={close} title={source ? `${loaded} from ${source}` : loaded} closeLabel="Close">
        <input aria-label="Amount" />
      </Sheet>
    ),
    ...record,
  })
const inviteSheet = () =>
  sheet('Invite', { load: () => (lineUp ? Promise.resolve('Invite') : Promise.reject(new Error('no line'))) })
let closeRefund: () => void
const modals: ModalTable = {
  refund: sheet('Refund', {
    render: (title, { close }) => {
      closeRefund = close
      return (
        <Sheet open onClose={close} title={title} closeLabel="Close">
          <p>Refund</p>
        </Sheet>
      )
    },
  }),
  withdraw: sheet('Withdraw', { prefetch: async () => mounted() }),
  transfer: sheet('Transfer'),
  activity: sheet('Security activity', { extension: 'activity' }),
  game: sheet('Game', { requires: 'game' }),
  chat: sheet('Chat', { ofChat: true }),
}

function Page() {
  const search = useAllowedModal(modals, useSearch({ strict: false }))
  const { open, prepare, close } = useModal()
  return (
    <>
      <button
        type="button"
        onPointerDown={() => prepare({ open: 'withdraw' })}
        onClick={() => open({ open: 'withdraw' })}
      >
        Take out
      </button>
      <button type="button" onClick={() => open({ open: 'transfer', source: 'PG' })}>
        Move
      </button>
      <button
        type="button"
        onPointerDown={() => search.open || prepare({ open: 'invite' })}
        onClick={() => (search.open ? close() : open({ open: 'invite' }))}
      >
        {search.open ? 'Enough' : 'Invite'}
      </button>
      <p>Over it: {search.open ?? 'nothing'}</p>
      <ModalHost modals={modals} search={search} />
    </>
  )
}

async function openPage(address: string) {
  const router = createRouter({
    routeTree: createRootRoute({
      staticData: { title: null },
      validateSearch: modalSearch,
      component: Page,
    }),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const screen = await renderScreen(<RouterProvider router={router as never} />)
  return { screen, router }
}

test('what is being pressed is prepared, opens, and is new the next time', async () => {
  const { screen, router } = await openPage('/')
  const opener = screen.getByRole('button', { name: 'Take out' })
  const tap = () => (opener.element() as HTMLElement).click()
  const amount = screen.getByLabelText('Amount')
  const press = () =>
    opener.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
  await expect.element(opener).toBeVisible()
  press()
  await expect.element(amount).toBeInTheDocument()
  await expect.element(amount).not.toBeVisible()
  expect(mounted).toHaveBeenCalledOnce()
  const made = amount.element()
  tap()
  await expect.element(screen.getByRole('dialog', { name: 'Withdraw' })).toBeVisible()
  expect(amount.element()).toBe(made)
  await amount.fill('500')
  router.history.back()
  await expect.element(amount).not.toBeInTheDocument()
  expect(router.history.location.search).toBe('')
  await opener.click()
  await expect.element(amount).toBeVisible()
  await expect.element(amount).toHaveValue('')
})

test('what is prepared but not opened is removed again', async () => {
  const { screen } = await openPage('/')
  const opener = screen.getByRole('button', { name: 'Take out' })
  await expect.element(opener).toBeVisible()
  opener.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await expect.element(screen.getByLabelText('Amount')).toBeInTheDocument()
  opener.element().dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
  await expect.element(screen.getByLabelText('Amount')).not.toBeInTheDocument()
})

test('a sheet that follows another replaces it in the history', async () => {
  const { screen, router } = await openPage('/')
  await screen.getByRole('button', { name: 'Take out' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Withdraw' })).toBeVisible()
  ;(screen.getByText('Move').element() as HTMLElement).click()
  await expect.element(screen.getByRole('dialog', { name: 'Transfer from PG' })).toBeVisible()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(1)
  router.history.back()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByText('Over it: nothing')).toBeVisible()
})

test('a sheet whose wish to be closed comes late leaves the one in its place open', async () => {
  const { screen, router } = await openPage('/?open=refund')
  await expect.element(screen.getByRole('dialog', { name: 'Refund' })).toBeVisible()
  ;(screen.getByText('Move').element() as HTMLElement).click()
  const transfer = screen.getByRole('dialog', { name: 'Transfer from PG' })
  await expect.element(transfer).toBeVisible()
  closeRefund()
  await expect.poll(() => router.state.status).toBe('idle')
  expect(router.latestLocation.search).toMatchObject({ open: 'transfer' })
  await expect.element(transfer).toBeVisible()
})

test.each([
  'transfer-all',
  'constructor',
  'web+champa:constructor',
  'web+champa:transfer-all',
  'web+champa:javascript:alert',
  // A game's sheet, without the game.
  'game',
])('an address that asks for %s opens nothing, and its page opens sheets as any other', async (word) => {
  const { screen, router } = await openPage(`/?open=${encodeURIComponent(word)}`)
  await expect.element(screen.getByText('Over it: nothing')).toBeVisible()
  await vi.waitFor(() => expect(router.state.location.search).toEqual({}))
  await screen.getByRole('button', { name: 'Take out' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Withdraw' })).toBeVisible()
})

test('an extension that the backend has not announced opens nothing until it is announced', async () => {
  noteExtensions('sessions')
  const { screen } = await openPage('/?open=activity')
  await expect.element(screen.getByText('Over it: nothing')).toBeVisible()
  expect(screen.getByRole('dialog').elements()).toEqual([])
  noteExtensions('sessions, activity')
  await expect.element(screen.getByRole('dialog', { name: 'Security activity' })).toBeVisible()
})

test('the chat opens once the site is known to have one', async () => {
  const { screen } = await openPage('/?open=chat')
  await expect.element(screen.getByText('Over it: nothing')).toBeVisible()
  expect(screen.getByRole('dialog').elements()).toEqual([])
  hasChat({ enabled: true })
  await expect.element(screen.getByRole('dialog', { name: 'Chat' })).toBeVisible()
})

test('a modal whose import fails says so, and opens at the next tap', async () => {
  lineUp = false
  modals.invite = inviteSheet()
  const { screen } = await openPage('/')
  await screen.getByRole('button', { name: 'Invite' }).click()
  await expect
    .element(screen.getByText('This could not be opened. Please try again in a moment.'))
    .toBeVisible()
  lineUp = true
  // The toast may cover the button, and stays while the pointer is over it.
  ;(screen.getByRole('button', { name: 'Invite' }).element() as HTMLElement).click()
  await expect.element(screen.getByRole('dialog', { name: 'Invite' })).toBeVisible()
})

test('a modal without its required parameter opens nothing', async () => {
  const { screen } = await openPage('/?open=game')
  await expect.element(screen.getByText('Over it: nothing')).toBeVisible()
  expect(screen.getByRole('dialog').elements()).toEqual([])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen, stubBackend } from '#components/test-screen.tsx'
import { memberOwner, openOutbox } from '#data/outbox/outbox.ts'
import { signIn, signOut } from '#data/session/session.ts'
import { forgetSharedSlips } from '#lib/outbox/shared-slip.ts'
import { keepSharedSlip, takeSharedSlip } from '#lib/outbox/shared-slip-line.ts'
import { WaitingSlips } from './outbox/waiting-slips.tsx'
import { SlipSheet } from './slip-sheet.tsx'
import { draw, slipText } from './test-pictures.ts'
import { type StubUpload, stubUploads } from './test-upload.ts'

let uploads: StubUpload[]

beforeEach(async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  signIn('token', true)
  uploads = stubUploads()
  stubBackend({
    '/api/wallet': () => ({
      profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z', coin: 0 },
      wallet: { amount: 1 },
      invite: { amount: 0, success: '', fail: '' },
      slots: [],
    }),
    '/api/lookup/slip': () => ({ enabled: true, closedFrom: '', closedUntil: '' }),
    '/api/statement/slip': () => ({ total: 0, slips: [] }),
  })
  await keepSharedSlip(await good())
})
afterEach(async () => {
  signOut()
  await forgetSharedSlips(Infinity)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const good = () => draw({ width: 300, height: 420, text: slipText, module: 4, type: 'image/jpeg' })

async function show(shared: boolean) {
  const onHandedOver = vi.fn<() => void>()
  const screen = await renderScreen(
    <SlipSheet shared={shared} onHandedOver={onHandedOver} onClose={() => {}} onStatus={() => {}} />,
  )
  return {
    screen,
    onHandedOver,
    onTheirWay: screen.getByRole('region', { name: 'Slips on their way' }),
    send: () => screen.getByRole('button', { name: 'Send slip' }).click(),
  }
}

/** Sends the shared picture without a connection. */
async function sendInVain() {
  const shown = await show(true)
  await shown.send()
  await expect.poll(() => uploads.length).toBe(1)
  uploads[0]?.breakOff()
  await expect.element(shown.screen.getByText('The slip waits for the connection')).toBeVisible()
  return shown
}

test('a shared slip that the outbox keeps is not offered again: it waits there', async () => {
  const { screen, onHandedOver } = await sendInVain()
  await expect.poll(() => takeSharedSlip()).toBeUndefined()
  expect(onHandedOver).toHaveBeenCalledOnce()
  await screen.unmount()

  const later = await show(false)
  await expect.element(later.onTheirWay).toBeVisible()
  expect(later.screen.getByRole('img', { name: 'The chosen slip' }).query()).toBeNull()
})

test('a shared slip that the browser refuses to keep in the outbox stays shared', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Not here', 'DataCloneError')
  })
  const { screen, onHandedOver } = await sendInVain()
  await expect.element(screen.getByText(/^This browser cannot keep the slip/u)).toBeVisible()
  expect(await takeSharedSlip()).toBeDefined()
  expect(onHandedOver).not.toHaveBeenCalled()
})

test('a slip that waits already is told of beside the shared one', async () => {
  const kept = await openOutbox('slip', memberOwner('m1'))
  const content = { at: Date.now(), content: null }
  await kept.put({ id: 'slip-1', order: 1, content, file: new File([await good()], 'slip.jpg') })
  const { screen, onTheirWay } = await show(true)
  await expect.element(screen.getByRole('img', { name: 'The chosen slip' })).toBeVisible()
  await expect.element(onTheirWay).toBeVisible()
})

test('those behind the one that the upload was left with are told of, and can be uploaded or removed', async () => {
  const next = async () => keepSharedSlip(await draw({ width: 310, height: 420, type: 'image/jpeg' }))
  const last = async () => keepSharedSlip(await draw({ width: 320, height: 420, type: 'image/jpeg' }))
  await next()
  await last()
  const { screen } = await show(true)
  await expect.element(screen.getByRole('img', { name: 'The chosen slip' })).toBeVisible()
  await screen.unmount()

  const onUpload = vi.fn<() => void>()
  const home = await renderScreen(<WaitingSlips onStatus={() => {}} onUpload={onUpload} />)
  const told = home.getByText(/^The slip shared at .+ is not sent yet$/u)
  await expect.poll(() => told.elements().length).toBe(2)
  await home.getByRole('button', { name: 'Upload slip' }).click()
  expect(onUpload).toHaveBeenCalledOnce()
  await home.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => told.elements().length).toBe(1)
  await home.getByRole('button', { name: 'Remove' }).click()
  await expect.element(told).not.toBeInTheDocument()
  expect(await takeSharedSlip()).toBeUndefined()
})

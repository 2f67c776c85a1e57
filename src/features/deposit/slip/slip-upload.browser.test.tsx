import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { holdsWork, isBusy } from '#data/session/busy.ts'
import { signIn, signOut } from '#data/session/session.ts'
import { memberOwner, openOutbox } from '#data/outbox/outbox.ts'
import { fetchShownAnew, lost, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { announcedSoFar, noteExtensions } from '#lib/network/api-extensions.ts'
import { tellOfSent } from '#lib/outbox/outbox-names.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { SlipSheet } from './slip-sheet.tsx'
import { draw, slipText } from './test-pictures.ts'
import { type StubUpload, stubUploads } from './test-upload.ts'

const announced = announcedSoFar()
let hours: object
let slips: object[]
let uploads: StubUpload[]
let outcome: () => unknown
let answerWallet: () => unknown
const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z', coin: 0 },
  wallet: { amount: 1 },
  invite: { amount: 0, success: '', fail: '' },
  slots: [],
}
beforeEach(() => {
  // A busy machine may need longer for a photo than the limit for members.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
  signIn('token', true)
  hours = { enabled: true, closedFrom: '', closedUntil: '' }
  slips = []
  uploads = stubUploads()
  outcome = lost
  answerWallet = () => wallet
  stubBackend({
    '/api/wallet': () => answerWallet(),
    '/api/lookup/slip': () => hours,
    '/api/statement/slip': () => ({ total: slips.length, slips }),
    '/api/acts': () => outcome(),
  })
})
afterEach(() => {
  signOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
/** Waits for the next upload to start. */
async function nextUpload(count = 1) {
  await expect.poll(() => uploads.length).toBe(count)
}

const at = new Date().toISOString()

async function show() {
  const onClose = vi.fn<() => void>()
  const onStatus = vi.fn<() => void>()
  const screen = await renderScreen(
    <SlipSheet onHandedOver={() => {}} onClose={onClose} onStatus={onStatus} />,
  )
  return { screen, onClose, onStatus, button: (name: string) => screen.getByRole('button', { name }) }
}
async function choose(screen: Awaited<ReturnType<typeof show>>['screen'], file: Blob, name = 'slip.jpg') {
  await screen.getByLabelText('Picture of the slip').upload(new File([file], name, { type: file.type }))
}
const good = () => draw({ width: 300, height: 420, text: slipText, module: 4, type: 'image/jpeg' })

test('shows the one-hour rule and the closing hours before a file is chosen', async () => {
  hours = { enabled: true, closedFrom: '23:00', closedUntil: '23:00' }
  const { screen } = await show()
  await expect.element(screen.getByText('Upload the slip within 1 hour of the transfer')).toBeVisible()
  expect(screen.getByText(/Closed every day/u).query()).toBeNull()
})

test('while closed it says until when, and no file can be chosen', async () => {
  const clock = (shift: number) => new Date(Date.now() + (7 + shift) * 3_600_000).toISOString().slice(11, 16)
  const [closedFrom, closedUntil] = [clock(-1), clock(1)]
  hours = { enabled: true, closedFrom, closedUntil }
  const { screen, button } = await show()
  await expect
    .element(screen.getByText(`Slip upload is closed from ${closedFrom} to ${closedUntil}`))
    .toBeVisible()
  await expect.element(button('Choose the slip')).toBeDisabled()
})

test('a chosen slip is work that neither an update nor a tapped notification throws away, until it is handed over', async () => {
  const { screen, button } = await show()
  await expect.element(button('Choose the slip')).toBeEnabled()
  expect([isBusy(), holdsWork()]).toEqual([false, false])
  await choose(screen, await good())
  await expect.element(button('Send slip')).toBeVisible()
  expect([isBusy(), holdsWork()]).toEqual([true, true])
  await button('Send slip').click()
  await nextUpload()
  uploads[0]?.breakOff()
  await expect.element(screen.getByText('The slip waits for the connection')).toBeVisible()
  await expect.poll(holdsWork).toBe(false)
})

test('a slip is shown, sent with progress and a key, and its result shown', async () => {
  // The state of a slip is asked for every five seconds.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { screen, button } = await show()
  await choose(screen, await good())
  await expect.element(screen.getByRole('img', { name: 'The chosen slip' })).toBeVisible()
  expect(screen.getByText('No slip QR was found on this picture').query()).toBeNull()
  await button('Send slip').click()
  await nextUpload()
  const [upload] = uploads
  upload?.progress(0.4)
  await expect
    .element(screen.getByRole('progressbar', { name: 'Sending the slip' }))
    .toHaveAttribute('value', '0.4')
  upload?.progress(1)
  await expect.element(screen.getByText('Sent. Waiting for the answer…')).toBeVisible()
  expect(button('Cancel sending').query()).toBeNull()
  expect(upload?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/u)
  expect(upload?.body).toBeInstanceOf(FormData)

  slips = [{ createdAt: at, amount: 0, status: 'PROCESSING', reference: 'r1' }]
  upload?.answer(200, { reference: 'r1' })
  await expect.element(screen.getByText('The slip has arrived')).toBeVisible()
  slips = [{ createdAt: at, amount: 0, status: 'FAILED', note: 'EXPIRED_SLIP', reference: 'r1' }]
  const region = screen.getByText('The slip has arrived').element().closest('[aria-live=polite]')
  // It followed the member's own tap.
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^The slip has arrived/u)
  const statuses = button('Uploaded slips').element() as HTMLElement
  statuses.focus()
  await vi.advanceTimersByTimeAsync(5000)
  await expect.element(screen.getByText('This slip is too old. Please contact us.')).toBeVisible()
  expect(region).toHaveTextContent(/^The slip was not accepted/u)
  expect(document.activeElement).toBe(statuses)
  await button('Choose another picture').click()
  await expect.element(button('Choose the slip')).toBeVisible()
})

test.each([
  ['its bytes leave', 0.4],
  ['the answer is awaited', 1],
])('the sheet can be left while %s; the slip goes on, once, and is told of', async (_, progress) => {
  const { screen, onClose, button } = await show()
  await choose(screen, await good())
  await button('Send slip').click()
  await nextUpload()
  uploads[0]?.progress(progress)
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('value', String(progress))
  await button('Close').click()
  expect(onClose).toHaveBeenCalledOnce()
  await screen.unmount()

  const { screen: later } = await show()
  const told = later.getByRole('region', { name: 'Slips on their way' })
  await expect.element(told.getByRole('progressbar')).toHaveAttribute('value', String(progress))
  uploads[0]?.answer(200, { reference: 'r1' })
  await expect.element(told.getByText('The slip has arrived')).toBeVisible()
  // The notice stays until it is closed, longer than any check takes.
  expect(told.getByText(/being checked/u).query()).toBeNull()
  await expect.element(told.getByRole('button', { name: 'Slip status' })).toBeVisible()
  expect(uploads).toHaveLength(1)
})

test('a slip credited at once shows the credit', async () => {
  const { screen, button } = await show()
  await choose(screen, await good())
  await button('Send slip').click()
  await nextUpload()
  slips = [{ createdAt: at, amount: 250.5, status: 'SUCCESS', reference: 'r1' }]
  uploads[0]?.answer(200, { reference: 'r1' })
  await expect.element(screen.getByText('Credited')).toBeVisible()
  await expect.element(screen.getByText('+250.50')).toBeVisible()
})

test('a transfer credited before is shown as such, not as a second credit', async () => {
  const { screen, button } = await show()
  await choose(screen, await good())
  await button('Send slip').click()
  await nextUpload()
  const creditedAt = new Date(Date.parse(at) - 60_000).toISOString()
  slips = [{ createdAt: at, creditedAt, amount: 250.5, status: 'SUCCESS', reference: 'r1' }]
  uploads[0]?.answer(200, { reference: 'r1' })
  await expect.element(screen.getByText('Already in your wallet')).toBeVisible()
  await expect.element(screen.getByText('250.50')).toBeVisible()
  expect(screen.getByText('+250.50').query()).toBeNull()
})

test('can be cancelled, and resent with the same key', async () => {
  const { screen, button } = await show()
  await choose(screen, await good())
  await button('Send slip').click()
  await nextUpload()
  uploads[0]?.progress(0.2)
  await button('Cancel sending').click()
  await button('Send slip').click()
  await nextUpload(2)
  await expect
    .poll(() => uploads[1]?.headers.get('idempotency-key'))
    .toBe(uploads[0]?.headers.get('idempotency-key'))
})

test('after a lost response the slip waits, and is resent as the same operation', async () => {
  const { screen, button } = await show()
  await choose(screen, await good())
  await button('Send slip').click()
  await nextUpload()
  uploads[0]?.breakOff()
  await expect.element(screen.getByText('The slip waits for the connection')).toBeVisible()
  await nextUpload(2)
  await expect
    .poll(() => uploads[1]?.headers.get('idempotency-key'))
    .toBe(uploads[0]?.headers.get('idempotency-key'))
  uploads[1]?.answer(409, { message: 'REQUEST_LIMIT' })
  await expect.element(screen.getByText('The slip waits for the connection')).toBeVisible()
})

test('a slip that the browser refuses to store says that the app must stay open', async () => {
  const refused = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Not here', 'DataCloneError')
  })
  try {
    const { screen, button } = await show()
    await choose(screen, await good())
    await button('Send slip').click()
    await nextUpload()
    uploads[0]?.breakOff()
    await expect.element(screen.getByText(/^This browser cannot keep the slip/u)).toBeVisible()
    expect(screen.getByText(/saved on this phone/u).query()).toBeNull()
    await nextUpload(2)
  } finally {
    refused.mockRestore()
  }
})

test('offline after a lost response that nobody can look up, it does not promise to go out by itself', async () => {
  noteExtensions('')
  try {
    const { screen, button } = await show()
    await choose(screen, await good())
    await button('Send slip').click()
    await nextUpload()
    uploads[0]?.breakOff()
    await expect.element(screen.getByText(/the slip may have arrived/u)).toBeVisible()
    store.set(connectionAtom, 'offline')
    await expect.element(screen.getByText(/the slip may have arrived/u)).toBeVisible()
    expect(screen.getByText(/You are offline/u).query()).toBeNull()
  } finally {
    store.set(connectionAtom, 'online')
    noteExtensions(announced)
  }
})

describe('offline', () => {
  const words = (screen: Awaited<ReturnType<typeof show>>['screen']) =>
    screen.getByText(/^You are offline\./u)
  afterEach(() => store.set(connectionAtom, 'online'))

  test('a chosen slip is promised to go out by itself, a refused one is not', async () => {
    const { screen, button } = await show()
    await choose(screen, await good())
    await expect.element(button('Send slip')).toBeVisible()
    store.set(connectionAtom, 'offline')
    await expect.element(words(screen)).toHaveTextContent('The slip is sent when you are connected again.')
    store.set(connectionAtom, 'online')
    await button('Send slip').click()
    await nextUpload()
    uploads[0]?.answer(400, { message: 'SLIP_INVALID_FILE' })
    await expect.element(screen.getByRole('alert')).toBeVisible()
    store.set(connectionAtom, 'offline')
    await new Promise(requestAnimationFrame)
    await expect.element(button('Send again')).toBeVisible()
    expect(words(screen).query()).toBeNull()
  })

  test('without a member known, so that nothing can wait, it asks for a connection', async () => {
    answerWallet = lost
    store.set(connectionAtom, 'offline')
    const { screen } = await show()
    await choose(screen, await good())
    await expect.element(words(screen)).toHaveTextContent('You can go on when you are connected again.')
  })
})

describe('if its key is refused because it was used more than a day ago', () => {
  async function refusedRepeat() {
    const shown = await show()
    await choose(shown.screen, await good())
    await shown.button('Send slip').click()
    await nextUpload()
    uploads[0]?.breakOff()
    await nextUpload(2)
    uploads[1]?.answer(400, { message: 'KEY_INVALID' })
    return shown
  }

  test('and the outcome is unknown, it says so, and only a tap resends it', async () => {
    outcome = () => ({ status: 'unknown' })
    const { screen, button } = await refusedRepeat()
    await expect.element(screen.getByText(/sent more than a day ago/u)).toBeVisible()
    await expect.poll(() => uploads).toHaveLength(2)
    await button('Send again').click()
    await nextUpload(3)
    expect(uploads[2]?.headers.get('idempotency-key')).not.toBe(uploads[0]?.headers.get('idempotency-key'))
  })

  test('and the server still knows it, the slip counts as received', async () => {
    outcome = () => ({ status: 'done', reply: { reference: 'S1' } })
    const { screen } = await refusedRepeat()
    await expect.element(screen.getByText('The slip has arrived')).toBeVisible()
  })
})

test('a slip left by a closed page is shown, sent with its key, and can be cancelled', async () => {
  const first = await show()
  await choose(first.screen, await good())
  await first.button('Send slip').click()
  await nextUpload()
  uploads[0]?.breakOff()
  await expect.element(first.screen.getByText('The slip waits for the connection')).toBeVisible()
  await first.screen.unmount()

  const { screen, button } = await show()
  await expect.element(screen.getByRole('region', { name: 'Slips on their way' })).toBeVisible()
  await nextUpload(2)
  await expect
    .poll(() => uploads[1]?.headers.get('idempotency-key'))
    .toBe(uploads[0]?.headers.get('idempotency-key'))
  uploads[1]?.answer(400, { message: 'SLIP_UPLOAD_FAIL', reason: 'slips-closed' })
  await expect
    .element(screen.getByText('Slip upload is closed at the moment. Please contact us.'))
    .toBeVisible()
  await button('Send again').click()
  await nextUpload(3)
  expect(uploads[2]?.headers.get('idempotency-key')).not.toBe(uploads[0]?.headers.get('idempotency-key'))
  await button('Cancel sending').click()
  await expect.element(screen.getByRole('region', { name: 'Slips on their way' })).not.toBeInTheDocument()
})

test('while a slip of an earlier visit is sent its notice keeps its height, so that nothing below moves', async () => {
  const kept = await openOutbox('slip', memberOwner(wallet.profile._id))
  const content = { at: Date.now(), content: null }
  await kept.put({ id: 'slip-1', order: 1, content, file: new File([await good()], 'slip.jpg') })
  const { screen, button } = await show()
  await nextUpload()
  const news = screen.getByRole('region', { name: 'Slips on their way' })
  const height = () => news.element().getBoundingClientRect().height
  const bar = screen.getByRole('progressbar', { name: 'Sending the slip' })
  await expect.element(bar).toBeVisible()
  const before = height()
  uploads[0]?.progress(1)
  await expect.element(bar).toHaveAttribute('value', '1')
  await expect.element(button('Cancel sending')).toBeDisabled()
  expect(height()).toBe(before)
  uploads[0]?.breakOff()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(button('Cancel sending')).toBeEnabled()
  expect(height()).toBe(before)
})

test('a slip of an earlier visit is sent once the wallet is known, also if it was not at first', async () => {
  const kept = await openOutbox('slip', memberOwner(wallet.profile._id))
  const content = { at: Date.now(), content: null }
  await kept.put({ id: 'slip-1', order: 1, content, file: new File([await good()], 'slip.jpg') })
  let isThere = false
  stubBackend({
    '/api/wallet': () => (isThere ? wallet : lost()),
    '/api/lookup/slip': () => hours,
    '/api/statement/slip': () => ({ total: 0, slips }),
  })
  const { screen, button } = await show()
  await expect.element(button('Choose the slip')).toBeVisible()
  isThere = true
  await fetchShownAnew()
  await expect.element(screen.getByRole('region', { name: 'Slips on their way' })).toBeVisible()
  await nextUpload()
  expect(uploads[0]?.headers.get('idempotency-key')).toBe('slip-1')
})

test.each([
  ['SLIP_UPLOAD_FAIL', 'The slip could not be uploaded. Please try again in a moment.'],
  ['SLIP_NO_FILE', 'Please choose a picture of the slip first.'],
  ['SLIP_INVALID_FILE', 'This file cannot be read as a slip. Please choose a picture.'],
])('%s is shown as a text; another attempt is a new operation', async (message, words) => {
  const { screen, button } = await show()
  await choose(screen, await good())
  await button('Send slip').click()
  await nextUpload()
  uploads[0]?.answer(400, { message })
  await expect.element(screen.getByText(words)).toBeVisible()
  await button('Send again').click()
  await nextUpload(2)
  expect(uploads[1]?.headers.get('idempotency-key')).not.toBe(uploads[0]?.headers.get('idempotency-key'))
})

test('what is too large for a gateway says what to choose instead, and is sent again only by a tap', async () => {
  const { screen, button } = await show()
  await choose(screen, await good())
  await button('Send slip').click()
  await nextUpload()
  // In its own words, which are no message of the server.
  uploads[0]?.answer(413, {})
  await expect
    .element(screen.getByText('Please take a screenshot of the slip and choose that.', { exact: true }))
    .toBeVisible()
  await expect.element(button('Send again')).toBeEnabled()
  expect(uploads).toHaveLength(1)
})

test('a slip that the worker has sent has arrived on the page too', async () => {
  const { screen, button } = await show()
  await choose(screen, await good())
  await button('Send slip').click()
  await nextUpload()
  uploads[0]?.breakOff()
  await expect.element(screen.getByText('The slip waits for the connection')).toBeVisible()
  slips = [{ createdAt: at, amount: 250.5, status: 'SUCCESS', reference: 'r1' }]
  tellOfSent({ id: uploads[0]?.headers.get('idempotency-key') ?? '', answer: { reference: 'r1' } })
  await expect.element(screen.getByText('Credited')).toBeVisible()
})

test('a picture without a slip QR shows a warning, and can still be sent', async () => {
  const { screen, button } = await show()
  await choose(screen, await draw({ width: 300, height: 300, type: 'image/jpeg' }))
  await expect.element(screen.getByText('No slip QR was found on this picture')).toBeVisible()
  await button('Send it anyway').click()
  await nextUpload()
})

test('of two pictures the last one chosen counts, also where the first takes longer to read', async () => {
  const { screen, button } = await show()
  let fail = () => {}
  vi.spyOn(globalThis, 'createImageBitmap').mockImplementationOnce(
    () => new Promise((_, reject) => (fail = () => reject(new DOMException('broken', 'InvalidStateError')))),
  )
  await choose(screen, await draw({ width: 300, height: 300, type: 'image/jpeg' }), 'broken.jpg')
  await expect.element(button('Choose another picture')).toBeVisible()
  await choose(screen, await good())
  await expect.element(button('Send slip')).toBeEnabled()
  fail()
  await button('Send slip').click()
  await nextUpload()
  expect(screen.getByText('This picture is not complete').query()).toBeNull()
})

test('an invalid file shows the reason, and another one can be chosen', async () => {
  const { screen, button } = await show()
  await choose(screen, new Blob(['a slip'], { type: 'image/png' }), 'slip.png')
  await expect.element(screen.getByText('This file is not a picture')).toBeVisible()
  await choose(screen, await good())
  await expect.element(button('Send slip')).toBeVisible()
  expect(screen.getByText('This file is not a picture').query()).toBeNull()
})

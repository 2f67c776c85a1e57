import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Asked, lost, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { slipReasonText } from '#errors/slip-reasons.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { SlipStatusSheet } from './slip-status-sheet.tsx'

const createdAt = '2026-01-05T03:04:05Z'
const slip = (changes: object) => ({ createdAt, amount: 0, status: 'PROCESSING', note: '', ...changes })

const picture = URL.createObjectURL(
  new Blob(['<svg xmlns="http://www.w3.org/2000/svg" />'], { type: 'image/svg+xml' }),
)
let answer: (asked: Asked) => unknown
let asked: Asked[]
beforeEach(() => {
  asked = stubBackend({
    '/api/statement/slip': (question) => answer(question),
    '/api/statement/slip/reference/b': () => ({ url: '/api/files/b.png' }),
    '/api/statement/slip/reference/shown': () => ({ url: picture }),
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
})

async function show() {
  const onUpload = vi.fn<() => void>()
  const screen = await renderScreen(<SlipStatusSheet onClose={vi.fn<() => void>()} onUpload={onUpload} />)
  return { screen, onUpload, row: (name: RegExp) => screen.getByRole('listitem').filter({ hasText: name }) }
}

test('shows date, status, reason and amount, if there is one', async () => {
  answer = () => ({
    total: 4,
    slips: [
      slip({ reference: 'a' }),
      slip({ reference: 'b', status: 'SUCCESS', amount: 1250.5 }),
      slip({ reference: 'c', status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED', amount: -1 }),
      slip({ reference: 'd', status: 'FAILED', note: 'In words of its own' }),
    ],
  })
  const { screen, row } = await show()
  await expect.element(row(/Processing/u)).toHaveTextContent(/^Slip of 05\/01\/2026Processing10:04/u)
  await expect.element(row(/Success/u)).toHaveTextContent(/Success1,250\.50 ฿10:04/u)
  await expect
    .element(row(/uploaded before/u))
    .toHaveTextContent(/Failed10:04.*This slip was uploaded before\.$/u)
  await expect.element(row(/of its own/u)).toHaveTextContent(/Failed10:04.*In words of its own$/u)
  expect(screen.getByRole('navigation').query()).toBeNull()
})

test.each([
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'DEST_ACC_INVALID',
  'SLIP_REFNO_DUPLICATED',
  'UNSTABLE_REFNO_ON_SLIP',
  'TRIPPLE_WRONG_CAPTCHA',
  'INVALID_SLIP',
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
])('%s is shown as a text', async (note) => {
  answer = () => ({ total: 1, slips: [slip({ reference: 'a', status: 'FAILED', note })] })
  const { screen } = await show()
  await expect.element(screen.getByText(String(slipReasonText(note)?.message))).toBeVisible()
  expect(screen.getByText(note).query()).toBeNull()
})

test('shows ten per page, and refreshes on a tap', async () => {
  answer = () => ({ total: 21, slips: [slip({ reference: 'a' })] })
  const { screen } = await show()
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(screen.getByText('2 / 3')).toBeVisible()
  await expect.poll(() => asked.at(-1)?.body).toEqual({ page: 2, limit: 10 })
  answer = () => ({ total: 21, slips: [slip({ reference: 'b', status: 'SUCCESS', amount: 5 })] })
  await screen.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(screen.getByText('Success')).toBeVisible()
})

test('a page that could not be loaded leaves the way back to the one before', async () => {
  answer = () => ({ total: 21, slips: [slip({ reference: 'a' })] })
  const { screen, row } = await show()
  await expect.element(row(/Processing/u)).toBeVisible()
  answer = () => lost()
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(screen.getByText('The slips could not be loaded')).toBeVisible()
  await expect.element(screen.getByText('2 / 3')).toBeVisible()
  await screen.getByRole('button', { name: 'Previous page' }).click()
  await expect.element(row(/Processing/u)).toBeVisible()
})

test('is paged by position', async () => {
  answer = ({ body }) => {
    const { before } = body as { before?: string }
    const reference = before ?? 'newest'
    return {
      total: 21,
      slips: [slip({ reference, status: 'FAILED', note: `Page of ${reference}` })],
      cursor: before ? 'second' : 'first',
    }
  }
  const { screen } = await show()
  for (const [turn, page, before] of [
    ['Next page', 2, 'first'],
    ['Next page', 3, 'second'],
    ['Previous page', 2, 'first'],
  ] as const) {
    await screen.getByRole('button', { name: turn }).click()
    await expect.element(screen.getByText(`${page} / 3`)).toBeVisible()
    await expect.element(screen.getByText(`Page of ${before}`)).toBeVisible()
  }
  expect(asked.slice(0, 3).map(({ body }) => body)).toEqual([
    { page: 1, limit: 10 },
    { page: 2, limit: 10, before: 'first' },
    { page: 3, limit: 10, before: 'second' },
  ])
})

test('the picture opens in a tab that cannot reach ours', async () => {
  const replace = vi.fn<(address: string) => void>()
  const tab = { opener: window as unknown, location: { replace }, close: vi.fn<() => void>() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  answer = () => ({
    total: 2,
    slips: [slip({ reference: 'b' }), slip({ reference: 'gone', createdAt: '2026-01-06T00:00:00Z' })],
  })
  const { screen } = await show()
  await screen.getByRole('button', { name: 'View the slip of 05/01/2026 10:04:05' }).click()
  await expect
    .poll(() => replace.mock.calls.map(([address]) => new URL(address).pathname))
    .toEqual(['/api/files/b.png'])
  expect(tab.opener).toBeNull()
  await screen.getByRole('button', { name: 'View the slip of 06/01/2026 07:00:00' }).click()
  await expect.poll(() => tab.close.mock.calls.length).toBe(1)
})

test('a slip without a reference opens by its own address; without a harmless one it has no picture', async () => {
  const replace = vi.fn<(address: string) => void>()
  const tab = { opener: window as unknown, location: { replace }, close: vi.fn<() => void>() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const complaints = vi.spyOn(console, 'error')
  answer = () => ({
    total: 3,
    slips: [
      slip({ link: '/api/files/a.png' }),
      slip({ reference: '', link: 'javascript:alert(1)', status: 'SUCCESS' }),
      slip({ reference: '', status: 'FAILED' }),
    ],
  })
  const { screen, row } = await show()
  await row(/Processing/u)
    .getByRole('button')
    .click()
  await expect
    .poll(() => replace.mock.calls.map(([address]) => new URL(address).pathname))
    .toEqual(['/api/files/a.png'])
  expect(screen.getByRole('button', { name: /^View the slip/u }).elements()).toHaveLength(1)
  expect(complaints).not.toHaveBeenCalled()
})

test('in LINE, where a new tab would take the app’s place, the picture opens in the app', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 13) Line/13.4.0/IAB')
  const open = vi.spyOn(window, 'open')
  answer = () => ({ total: 1, slips: [slip({ reference: 'shown' })] })
  const { screen } = await show()
  await screen.getByRole('button', { name: 'View the slip of 05/01/2026 10:04:05' }).click()
  await expect.element(screen.getByRole('img')).toHaveAttribute('src', picture)
  expect(open).not.toHaveBeenCalled()
})

test('without slips it links to the upload', async () => {
  answer = () => ({ total: 0, slips: [] })
  const { screen, onUpload } = await show()
  await expect.element(screen.getByText('No slip uploaded yet')).toBeVisible()
  await screen.getByRole('button', { name: 'Upload slip' }).click()
  await expect.poll(() => onUpload).toHaveBeenCalledOnce()
})

test('failed, and offline, each with a retry', async () => {
  answer = () => Response.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
  const { screen } = await show()
  await expect.element(screen.getByText('The slips could not be loaded')).toBeVisible()
  store.set(connectionAtom, 'offline')
  await expect.element(screen.getByText('You are offline')).toBeVisible()
  answer = () => ({ total: 0, slips: [] })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('No slip uploaded yet')).toBeVisible()
})

test('a reason that is one long word pushes no amount and no picture out of the sheet', async () => {
  const note = 'A_CODE_THAT_NO_CATALOGUE_KNOWS_OF_ANOTHER_BACKEND'
  answer = () => ({ total: 1, slips: [slip({ reference: 'a', status: 'FAILED', amount: 250.5, note })] })
  const { row } = await show()
  await expect.element(row(/NO_CATALOGUE/u)).toBeVisible()
  const { right } = row(/NO_CATALOGUE/u)
    .element()
    .getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(window.innerWidth)
})

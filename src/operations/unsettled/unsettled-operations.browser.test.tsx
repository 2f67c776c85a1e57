import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen, stubBackend } from '#components/test-screen.tsx'
import { dropToken, keepToken } from '#api/token.ts'
import { withLaterMessages } from '#i18n/activate.ts'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { UnsettledOperations } from './unsettled-operations.tsx'

vi.mock('#i18n/activate.ts', { spy: true })

let reply: object

beforeEach(() => {
  keepToken('token-1', 'local')
  stubBackend({ '/api/acts': () => ({ status: 'done', reply }) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.mocked(withLaterMessages).mockReset()
  dropToken()
})

const message = { message: 'SUCCESS' }

test.each([
  ['cancelWithdrawal', undefined, message, /^Cancel withdrawal · \d\d:\d\d/u, 'Cancelled. The money is back'],
  [
    'cancelWithdrawal',
    undefined,
    { ...message, isReturned: true },
    /^Cancel withdrawal · /u,
    'The bank did not take it. The money is back',
  ],
  [
    'cancelWithdrawal',
    undefined,
    { ...message, isReturned: true, isRefusedByStaff: true },
    /^Cancel withdrawal · /u,
    'Our staff did not approve it. The money is back',
  ],
  ['createQr', 500_00, { hasQrcode: false, message: '' }, /^Create QR 500\.00 ฿ · /u, 'could not be created'],
  ['transfer', 20_00, message, /^Transfer 20\.00 ฿ · /u, 'It went through.'],
  ['ofAnotherRelease', 20_00, message, /^20\.00 ฿ · /u, 'It went through.'],
])('%s is called by its own name and told by its reply', async (id, amount, told, title, words) => {
  reply = told
  const entry = { key: newOperationKey(), act: id, at: Date.now(), amount, page: 'another' }
  const screen = await renderScreen(<UnsettledOperations earlier={[entry]} />)
  const notice = screen.getByRole('region', { name: 'Pending' })
  await expect.element(notice).toHaveTextContent(words)
  await expect.element(notice).toHaveTextContent(title)
})

test.each([
  [true, 'It went through.'],
  [undefined, 'The result can no longer be checked.'],
])(
  'where the words of the operations cannot be loaded, one that this phone knows to be done (%s): %s',
  async (isDone, words) => {
    reply = message
    vi.mocked(withLaterMessages).mockRejectedValue(new Error('Failed to fetch dynamically imported module'))
    const entry = {
      key: newOperationKey(),
      act: 'transfer',
      at: Date.now(),
      amount: 20_00,
      page: 'another',
      isDone,
    }
    const screen = await renderScreen(<UnsettledOperations earlier={[entry]} />)
    await expect.element(screen.getByRole('region', { name: 'Pending' })).toHaveTextContent(words)
  },
)

import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Asked, refusal, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { noteExtensions } from '#lib/network/api-extensions.ts'
import { extensionNames } from '#api/test-extension-names.ts'
import { AmountPrivacy } from '#ui/amount.tsx'
import { Page } from '#ui/frame/shell.tsx'
import type { StatementSearch } from '../statement-filter.ts'
import { drawReceipt } from './draw-receipt.ts'
import { lastMonths } from './periods.ts'
import { ReceiptButton, StatementTools } from './statement-tools.tsx'

const createdAt = '2026-01-05T03:04:05Z'
const months = lastMonths(12, Date.now())
const [before = '', last = ''] = months.slice(-2)

let asked: Asked[]
let file: () => Response
let statements: (page: Asked) => unknown
let totals: () => unknown
beforeEach(() => {
  noteExtensions(extensionNames.join(', '))
  file = () => new Response('\uFEFFวันที่\r\n', { headers: { 'Content-Type': 'text/csv; charset=utf-8' } })
  statements = () => ({ total: 0, statements: [] })
  totals = () => ({
    totals: [
      { period: last, count: 3, deposits: 500, withdrawals: 40.25, bonuses: 7, won: 250, lost: 300 },
      { period: before, count: 1, deposits: 0, withdrawals: 1000, bonuses: 0, won: 0, lost: 0 },
    ],
  })
  asked = stubBackend({
    '/api/wallet': () => ({
      profile: { _id: 'm1', username: '0812345678', name: 'Mali', createdAt },
      wallet: { amount: 0 },
      slots: [],
    }),
    '/api/lookup/info': () => ({ name: 'Petal', website: '' }),
    '/api/lookup/banks': () => [{ code: 'KTB', nameTH: 'กรุงไทย', nameEN: 'Krung Thai Bank' }],
    '/api/statement': (page) => statements(page),
    '/api/statement/totals': () => totals(),
    '/api/statement/csv': () => file(),
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function show(search: StatementSearch = { kinds: [] }, { offline = false, hidden = false } = {}) {
  const filter = vi.fn<(search: StatementSearch) => void>()
  const screen = await renderScreen(
    <StrictMode>
      <AmountPrivacy hidden={hidden} label="Amount hidden">
        <Page>
          <StatementTools search={search} onFilter={filter} gameName={(code) => code} offline={offline} />
        </Page>
      </AmountPrivacy>
    </StrictMode>,
  )
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  return { screen, filter, button }
}

const bodies = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)

test('one tool is open at a time, by keyboard too, and says so', async () => {
  const { button, screen } = await show()
  ;(button('Search').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Search').first()).toHaveAttribute('aria-expanded', 'true')
  await button('By month').click()
  await expect.element(button('Search')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(screen.getByRole('region', { name: 'By month' })).toBeVisible()
  await button('By month').click()
  expect(screen.getByRole('region', { name: 'By month' }).query()).toBeNull()
})

test('searches by a text and days, keeping the kinds', async () => {
  const { screen, filter, button } = await show({ kinds: ['deposit'] })
  await button('Search').click()
  await screen.getByLabelText('Reference, amount or note').fill(' 3a9c ')
  await screen.getByLabelText('From day').fill('2026-02-01')
  await screen.getByLabelText('To day').fill('2026-01-31')
  await screen.getByLabelText('Reference, amount or note').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('The last day is before the first.')).toBeVisible()
  expect(filter).not.toHaveBeenCalled()
  await screen.getByLabelText('To day').fill('2026-02-28')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => filter.mock.calls)
    .toEqual([[{ kinds: ['deposit'], from: '2026-02-01', until: '2026-02-28', text: '3a9c' }]])
})

test.each(['0026-01-31', '2569-01-31'])(
  'a day that can have no entries is not searched for: %s',
  async (day) => {
    const { screen, filter, button } = await show()
    await button('Search').click()
    await screen.getByLabelText('From day').fill(day)
    await screen.getByLabelText('Reference, amount or note').click()
    await userEvent.keyboard('{Enter}')
    expect(filter).not.toHaveBeenCalled()
    await expect.element(screen.getByLabelText('From day')).toBeInvalid()
    await screen.getByLabelText('From day').fill('2026-01-31')
    await screen.getByLabelText('Reference, amount or note').click()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => filter.mock.calls).toMatchObject([[{ from: '2026-01-31' }]])
  },
)

test('a preset fills in the days', async () => {
  const { screen, button } = await show()
  await button('Search').click()
  await button('Last month').click()
  await expect.element(screen.getByLabelText('From day')).toHaveValue(`${before}-01`)
  await expect.element(button('Last month')).toHaveAttribute('aria-pressed', 'true')
})

test('what is searched for is shown with the total of all its rows, and can be cleared', async () => {
  const { screen, filter, button } = await show({ kinds: ['deposit'], from: '2026-01-31', text: '3a9c' })
  const line = screen.getByRole('status').filter({ hasText: '3a9c' })
  await expect.element(line).toHaveTextContent(/From 31\/01\/2026.*3a9c.*\+507\.00 ฿.*−1,040\.25 ฿/u)
  expect(bodies('/api/statement/totals')).toMatchObject([
    { by: 'month', from: '2026-01-30T17:00:00.000Z', statementTypes: ['deposit'], search: '3a9c' },
  ])
  await button('Clear the search').click()
  await expect.poll(() => filter.mock.calls).toEqual([[{ kinds: ['deposit'] }]])
})

test('the months are pictures, figures of the chosen one, and a table', async () => {
  const { screen, button } = await show()
  await button('By month').click()
  const figures = () => [...document.querySelectorAll('dl > div')].map((each) => each.textContent)
  await expect
    .poll(figures)
    .toEqual([
      'Deposits+500.00 ฿',
      'Withdrawals−40.25 ฿',
      'Bonuses and cashback+7.00 ฿',
      'Won+250.00 ฿',
      'Lost−300.00 ฿',
    ])
  await button(before.split('-').toReversed().join('/')).click()
  await expect.poll(() => figures()[1]).toBe('Withdrawals−1,000.00 ฿')
  const table = screen.getByRole('table', { name: 'Totals by month in baht' })
  expect(table.getByRole('row').elements()).toHaveLength(13)
  const row = table.getByRole('row').last().element()
  expect([...row.children].map((cell) => cell.textContent)).toEqual([
    last.split('-').toReversed().join('/'),
    '500.00 ฿',
    '40.25 ฿',
    '7.00 ฿',
    '250.00 ฿',
    '300.00 ฿',
  ])
  // The hidden table makes nothing wider.
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  // Read by screen readers in the table alone.
  expect(document.querySelectorAll('figure[aria-hidden]')).toHaveLength(2)
  const heights = [...document.querySelectorAll('figure:first-of-type svg[preserveAspectRatio] g')]
    .slice(-2)
    .map((month) =>
      [...month.querySelectorAll('rect[y]')].slice(-2).map((bar) => Number(bar.getAttribute('height'))),
    )
  // The largest bar has the whole half; what is not nothing is seen.
  expect(heights).toEqual([
    [0, 50],
    [25, 2],
  ])
})

test('hidden amounts are not told by the shape of the bars', async () => {
  const { button } = await show({ kinds: [] }, { hidden: true })
  await button('By month').click()
  await expect.poll(() => document.querySelectorAll('figure').length).toBe(2)
  const bars = [...document.querySelectorAll('figure g > rect[y="0"]')].map((bar) =>
    bar.getAttribute('height'),
  )
  expect(new Set(bars).size).toBe(1)
  expect(document.body.textContent).not.toContain('500.00')
})

test('totals that could not be loaded can be asked for again', async () => {
  const there = totals
  totals = () => Response.json({ message: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
  const { screen, button } = await show()
  await button('By month').click()
  await expect.element(screen.getByText('The totals could not be loaded')).toBeVisible()
  totals = there
  await button('Try again').click()
  await expect.element(screen.getByText('Won and lost in games')).toBeVisible()
})

test('a year of nothing has no charts', async () => {
  totals = () => ({ totals: [] })
  const { screen, button } = await show()
  await button('By month').click()
  await expect.element(screen.getByText('Nothing here yet')).toBeVisible()
  expect(document.querySelectorAll('figure, table')).toHaveLength(0)
})

test('saves the server’s file of all that is searched for, byte for byte', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    saved.push(content as Blob)
    return 'blob:none'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const search: StatementSearch = { kinds: ['bonus'], from: '2026-01-31', until: '2026-02-28', text: '50' }
  const { screen, button } = await show(search)
  await button('Save or print').click()
  await expect.element(screen.getByText(/All rows from 31\/01\/2026 to 28\/02\/2026/u)).toBeVisible()
  await button('Save as a CSV file').click()
  await expect.poll(() => names).toEqual([expect.stringMatching(/^statement-\d{4}-\d\d-\d\d\.csv$/u)])
  expect(bodies('/api/statement/csv')).toEqual([
    {
      statementTypes: ['bonus', 'finish_bonus'],
      from: '2026-01-30T17:00:00.000Z',
      until: '2026-02-28T17:00:00.000Z',
      search: '50',
    },
  ])
  const bytes = new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe('วันที่\r\n')
  await expect.element(screen.getByText('File saved')).toBeVisible()
})

test('a file asked for too often says when to try again', async () => {
  file = () => Response.json({ message: 'REQUEST_LIMIT' }, { status: 429 })
  const { screen, button } = await show()
  await button('Save or print').click()
  await button('Save as a CSV file').click()
  await expect.element(screen.getByText('Please wait a minute and try again.')).toBeVisible()
})

const pageOf = (body: unknown) => (body as { page?: number }).page

test('prints all rows, those of later pages too, with the totals by month, in place of the page', async () => {
  const row = (amount: number) => ({
    statementType: 'deposit',
    status: 'SUCCESS',
    amount,
    createdAt,
    reference: `R-${amount}`,
    balanceAfter: amount,
  })
  statements = ({ body }) =>
    (body as { before?: string }).before === undefined
      ? // One row cannot be read: the next page is the second all the same.
        {
          total: 102,
          cursor: 'next',
          statements: [...Array.from({ length: 99 }, (_, index) => row(index + 1)), { amount: 'much' }],
        }
      : pageOf(body) === 2
        ? { total: 102, statements: [row(899), row(900)] }
        : refusal('KEY_INVALID')
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { button } = await show()
  await button('Save or print').click()
  await button('Print').click()
  await expect.poll(() => print).toHaveBeenCalledOnce()
  const sheet = document.querySelector('body > article')
  expect(sheet?.querySelectorAll('table:first-of-type tbody tr')).toHaveLength(101)
  expect(sheet?.textContent).toMatch(/Statement.*R-900.*\+900\.00/u)
  expect(sheet?.querySelector('table:last-of-type')?.textContent).toContain('1,000.00')
  expect(getComputedStyle(sheet as Element).display).toBe('none')
  dispatchEvent(new Event('afterprint'))
  await expect.poll(() => document.querySelector('body > article')).toBeNull()
})

test('more rows than a sheet has room for are not printed', async () => {
  statements = () => ({ total: 1001, cursor: 'next', statements: [] })
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { screen, button } = await show()
  await button('Save or print').click()
  await button('Print').click()
  await expect.element(screen.getByText('Too many rows to print')).toBeVisible()
  expect(print).not.toHaveBeenCalled()
})

test('offline, what needs the server cannot be pressed and says why', async () => {
  const { screen, button } = await show({ kinds: [] }, { offline: true })
  await button('Save or print').click()
  await expect.element(button('Save as a CSV file')).toBeDisabled()
  await expect.element(button('Print')).toBeDisabled()
  await expect.element(screen.getByText(/You are offline/u)).toBeVisible()
})

test('a backend that has only the totals offers no search and no file', async () => {
  noteExtensions('statement-totals')
  const { screen, button } = await show()
  await expect.element(button('By month')).toBeVisible()
  expect(button('Search').query()).toBeNull()
  await button('Save or print').click()
  await expect.element(button('Print')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save as a CSV file' }).query()).toBeNull()
})

const row = {
  statementType: 'withdraw',
  from: 'WALLET',
  to: 'KTB',
  fromEnding: '',
  toEnding: '4321',
  status: 'SUCCESS',
  createdAt,
  amount: 1_234_50,
  description: '',
  reference: '0b1c2d3e-1111-4222-8333-000000000000',
  channel: 'KTB',
  balanceAfter: 99_999_99,
  fee: 0,
  note: '',
}

test('a receipt is handed to the phone as a picture, or saved where it cannot be', async () => {
  const shared: File[] = []
  const share = vi.fn<(what: { files: File[] }) => Promise<void>>(async ({ files }) => {
    shared.push(...files)
  })
  const canShare = vi.fn<() => boolean>(() => true)
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  Object.defineProperty(navigator, 'canShare', { value: canShare, configurable: true })
  const screen = await renderScreen(<ReceiptButton row={row} gameName={(code) => code} />)
  const button = screen.getByRole('button', { name: 'Save or share a receipt' })
  await button.click()
  await expect.poll(() => shared.length).toBe(1)
  expect(shared[0]).toMatchObject({ name: 'receipt-2026-01-05-0b1c2d3e.png', type: 'image/png' })
  const picture = await createImageBitmap(shared[0] as File)
  expect(picture.width).toBe(1080)
  expect(picture.height).toBeGreaterThan(1000)

  share.mockRejectedValueOnce(new DOMException('', 'AbortError'))
  await button.click()
  await expect.poll(() => share.mock.calls.length).toBe(2)
  expect(screen.getByText('Receipt saved').query()).toBeNull()

  canShare.mockReturnValue(false)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await button.click()
  await expect.poll(() => click).toHaveBeenCalledOnce()
  await expect.element(screen.getByText('Receipt saved')).toBeVisible()
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'canShare')
})

test('nothing is known of a gift that is not opened yet, so it has no receipt', async () => {
  const gift = { ...row, statementType: 'deposit', from: 'TRUEWALLET', amount: 0, status: 'PROCESSING' }
  const screen = await renderScreen(<ReceiptButton row={gift} gameName={(code) => code} />)
  expect(screen.getByRole('button', { name: 'Save or share a receipt' }).query()).toBeNull()
})

test.each([
  ['th', 'ผู้ปู่ย่ำน้ำฎุฏฐูปั๊', 'ที่ผู้'],
  ['lo', 'ຊື່ຜູ້ໝູ່ປູ່ນ້ຳຫຼື', 'ຢູ່ນີ້'],
])('no ink of a %s receipt leaves its line', (lang, tall, short) => {
  const { canvas, layout } = drawReceipt({
    lang,
    site: tall,
    title: tall,
    amount: '+1,234.50 ฿',
    outcome: { tone: 'done', text: tall },
    facts: [
      { name: tall, value: short },
      { name: short, value: tall },
      { name: tall, value: tall.repeat(3) },
    ],
    footer: tall,
  })
  const context = canvas.getContext('2d')
  const scale = canvas.width / layout.width
  // On the plain ground below the brand's surface: the row of pixels at each line's edges has one colour.
  const edges = layout.lines
    .filter(({ top }) => top > layout.head)
    .flatMap(({ top, height }) => [top, top + height])
  expect(edges.length).toBeGreaterThan(8)
  for (const edge of edges) {
    const y = Math.round(edge * scale)
    const pixels = context?.getImageData(0, y, canvas.width, 1).data ?? []
    const colours = new Set<number>()
    for (let at = 0; at < pixels.length; at += 4)
      colours.add(((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0))
    expect(colours.size, `${lang} at ${edge}`).toBe(1)
  }
})

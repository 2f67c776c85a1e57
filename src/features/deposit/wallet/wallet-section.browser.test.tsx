import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import AES from 'crypto-js/aes.js'
import Utf8 from 'crypto-js/enc-utf8.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { passTime, stubFetch } from '#components/test-screen.tsx'
import { sandboxTruelinkKey } from '#lib/payments/truelink-key.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { WalletSection } from './wallet-section.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const link = 'https://gift.truemoney.com/campaign/?v=01900000000070008000000000000000Abc'
const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
  wallet: { amount: 200 },
}
let sent: string[]
let refusal: string | undefined
let statements: object[]
/** Set: the answer about a link is lost, and this is what the server says of it afterwards. */
let lostThen: string | undefined

async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const path = new URL(String(input), location.href).pathname
  if (path === '/api/wallet') return Response.json(wallet)
  if (path.startsWith('/api/acts/')) return Response.json({ status: lostThen, reply: { message: 'SUCCESS' } })
  if (path !== '/api/wallet/truelink') return Response.json({ total: statements.length, statements })
  sent.push((JSON.parse(String(init.body)) as { link: string }).link)
  if (lostThen) throw new TypeError('Failed to fetch')
  return refusal
    ? Response.json({ message: refusal }, { status: 400 })
    : Response.json({ message: 'SUCCESS' })
}

beforeEach(() => {
  sent = []
  refusal = undefined
  statements = []
  lostThen = undefined
  stubFetch(answer)
})
afterEach(() => vi.unstubAllGlobals())

async function show(offline = false) {
  const done = vi.fn<() => void>()
  const wallets = [{ walletAccountName: 'Champa Sandbox', walletAccountNo: '0890001122' }]
  store.set(connectionAtom, offline ? 'offline' : 'online')
  const client = new QueryClient()
  const screen = await render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <WalletSection wallets={wallets} onDone={done} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  const field = screen.getByRole('textbox', { name: 'Gift link' })
  const button = screen.getByRole('button', { name: 'Send gift link' })
  return { screen, client, field, button, done }
}

test('shows the account, the phone to send from and the minimum', async () => {
  const { screen } = await show()
  await expect.element(screen.getByText('089-000-1122')).toBeVisible()
  await expect.element(screen.getByText('081-234-5678')).toBeVisible()
  await expect.element(screen.getByText(/At least 2\.00\s฿.*within about 1 minute/u)).toBeVisible()
})

test('sending is disabled while the field is empty or the phone offline', async () => {
  const { field, button, screen } = await show()
  await expect.element(button).toBeDisabled()
  await field.fill('   ')
  await expect.element(button).toBeDisabled()
  await field.fill(link)
  await expect.element(button).toBeEnabled()
  await screen.unmount()

  const offline = await show(true)
  await offline.field.fill(link)
  await expect.element(offline.button).toBeDisabled()
  await expect.element(offline.screen.getByText(/You are offline/u)).toBeVisible()
})

test.each(['https://evil.example/campaign/?v=01900000000070008000000000000000Abc', 'gift', `${link}%20`])(
  '%s is not sent',
  async (text) => {
    const { field, button, screen } = await show()
    await field.fill(text)
    await button.click()
    await expect.element(screen.getByText(/not a TrueMoney gift link/u)).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(sent).toEqual([])
  },
)

test('a link is sent encrypted with the wallet’s name, and stored nowhere', async () => {
  const { field, button, screen } = await show()
  await field.fill(` ${link} `)
  await button.click()
  await expect.element(screen.getByText('Gift link received')).toBeVisible()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent.join()).not.toContain('truemoney')
  const read = AES.decrypt(sent.join(), sandboxTruelinkKey).toString(Utf8)
  expect(read).toBe(`${link}::Champa Sandbox`)
  const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  expect(kept).not.toContain('01900000000070008000000000000000Abc')

  await screen.getByRole('button', { name: 'Send another link' }).click()
  await expect.element(field).toHaveValue('')
})

test('a link that is found to have arrived is not offered again', async () => {
  lostThen = 'unknown'
  const { field, button, screen } = await show()
  await field.fill(link)
  await expect.element(button).toBeEnabled()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;(button.element() as HTMLElement).click()
  const again = screen.getByRole('button', { name: 'Check again' })
  while (!again.query()) await passTime(1000)
  vi.useRealTimers()
  lostThen = 'done'
  await again.click()
  await screen.getByRole('button', { name: 'Send another link' }).click()
  await expect.element(field).toHaveValue('')
  expect(sent).toHaveLength(1)
})

test.each([
  ['TRUELINK_DUPLICATE', /already been used/u],
  ['TRUELINK_INVALID', /gift link cannot be read/u],
])('%s is shown', async (code, words) => {
  refusal = code
  const { field, button, screen } = await show()
  await field.fill(link)
  await button.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(words)
  await expect.element(field).toHaveValue(link)
})

test.each([
  ['SUCCESS', 20, /Credited\s*\+20\.00/u],
  ['FAILED', 0, /There was nothing in the gift/u],
])(
  'an opened gift shows its amount (%s), which is announced and leaves the focus alone',
  async (status, amount, words) => {
    const { field, button, screen, client } = await show()
    await field.fill(link)
    await button.click()
    await expect.element(screen.getByText('Gift link received')).toBeVisible()
    // It followed the member's own tap.
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^Gift link received/u)
    // A change during the first load would be missed: only the app’s own client restarts it.
    await expect.poll(() => client.isFetching()).toBe(0)
    const region = document.activeElement?.closest('[aria-live=polite]')
    const again = screen.getByRole('button', { name: 'Send another link' }).element() as HTMLElement
    again.focus()
    // The row is created when it is read, so always after the link was sent.
    const createdAt = { toJSON: () => new Date().toISOString() }
    statements = [{ statementType: 'deposit', from: 'TRUEWALLET', status, amount, createdAt }]
    await client.refetchQueries()
    await expect.element(screen.container).toHaveTextContent(words)
    expect(region).toHaveTextContent(words)
    expect(document.activeElement).toBe(again)
  },
)

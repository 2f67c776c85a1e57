import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RESET } from 'jotai/utils'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { balanceHiddenAtom } from '#data/wallet/hide-balance.ts'
import { stubFetch } from '#components/test-screen.tsx'
import { followQrs } from '#data/deposit/waiting-qrs.ts'
import { WithToasts } from '#components/with-toasts.tsx'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { toastsAtom } from '#ui/message/toast.ts'
import { type PaidQr, QrPaid } from './qr-paid.tsx'
import { type QrChannelRule, qrChannelRules } from './qr-rules.ts'
import { QrSection } from './qr-section.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
const wallet = {
  profile: { _id: 'm1', username: '0812345678', createdAt: '2026-01-01T00:00:00Z' },
  wallet: { amount: 200 },
}

/** A minimal backend for one member. */
let bank: {
  qr: object | undefined
  paid: string | undefined
  created: number[]
  /** Why no code is created. */
  refusal?: string
  /** The code is created, and the response lost. */
  isLost?: boolean
  /** The list of codes cannot be loaded either. */
  isDown?: boolean
  /** When a payment that staff check was received. */
  late?: string
  asked: string[]
  /** The statement is answered after it. */
  held?: Promise<void>
}

async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const path = new URL(String(input), location.href).pathname
  const method = init.method ?? 'GET'
  bank.asked.push(path)
  if (path === '/api/qrcode/KBANK' && method === 'POST' && bank.refusal) {
    return bank.refusal === bank.refusal.toUpperCase()
      ? Response.json({ message: bank.refusal }, { status: 400 })
      : Response.json({ hasQrcode: false, message: bank.refusal })
  }
  if (path === '/api/qrcode/KBANK' && method === 'POST') {
    const { amount } = JSON.parse(String(init.body)) as { amount: number }
    bank.created.push(amount)
    bank.qr ??= { hasQrcode: true, qrcodeId: 'q1', qrcode: picture, amount, expireIn: Date.now() + 600_000 }
    if (bank.isLost) throw new TypeError('Failed to fetch')
  }
  if (method === 'DELETE') {
    bank.qr = undefined
    return Response.json({ message: 'SUCCESS' })
  }
  if (path.startsWith('/api/qrcode/') && bank.isDown) throw new TypeError('Failed to fetch')
  if (path.startsWith('/api/qrcode/')) return Response.json(bank.qr ?? { hasQrcode: false })
  if (path.startsWith('/api/acts/')) return Response.json({ status: 'done' })
  if (path === '/api/wallet') return Response.json(wallet)
  const deposit = { statementType: 'deposit', from: 'KBANK', amount: 100 }
  const statements = [
    ...(bank.paid ? [{ ...deposit, status: 'SUCCESS', createdAt: bank.paid }] : []),
    ...(bank.late ? [{ ...deposit, status: 'PROCESSING', createdAt: bank.late }] : []),
  ]
  await bank.held
  return Response.json({ total: statements.length, statements })
}

beforeEach(() => {
  bank = { qr: undefined, paid: undefined, created: [], asked: [] }
  stubFetch(answer)
})
let stop: () => void
afterEach(() => {
  stop()
  store.set(balanceHiddenAtom, RESET)
  store.set(connectionAtom, 'online')
  // A toast outlives its screen.
  store.set(toastsAtom, [])
  vi.unstubAllGlobals()
})

function Section(props: { channel: QrChannelRule; onClose: () => void }) {
  const [paid, setPaid] = useState<PaidQr>()
  if (paid) return <QrPaid {...paid} />
  return <QrSection {...props} amount="" onAmount={() => undefined} onPaid={setPaid} />
}

async function show() {
  const kbank = qrChannelRules().find(({ code }) => code === 'KBANK')
  if (!kbank) throw new Error('KBANK')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stop = followQrs(client)
  const close = vi.fn<() => void>()
  const screen = await render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <WithToasts>
          <Section channel={kbank} onClose={close} />
        </WithToasts>
      </QueryClientProvider>
    </I18nProvider>,
  )
  const refresh = () => client.invalidateQueries({ queryKey: ['qrcode'] })
  const create = async () => {
    await screen.getByRole('button', { name: '100', exact: true }).click()
    await screen.getByRole('button', { name: 'Create QR' }).click()
    const picture = screen.getByRole('img', { name: 'QR code to pay 100.00 ฿' })
    await expect.element(picture).toBeVisible()
    await expect.element(picture).toHaveFocus()
  }
  return { screen, client, refresh, create, close }
}

test('a paid code shows the credit with the new balance', async () => {
  const { screen, refresh, create } = await show()
  await create()
  await expect.poll(() => bank.created).toEqual([100])
  await expect.element(screen.getByRole('timer')).toHaveTextContent(/^(10:00|09:\d\d)$/u)

  const ring = () =>
    getComputedStyle([...document.querySelectorAll('path[pathLength]')].at(-1) ?? document.body)
  const { stroke: gold } = ring()
  bank.qr = undefined
  bank.paid = new Date().toISOString()
  await refresh()
  await expect.element(screen.getByText('Credited')).toBeVisible()
  await expect.poll(() => [ring().strokeDasharray, ring().strokeDashoffset]).toEqual(['100px, 100px', '0px'])
  await expect.poll(() => ring().stroke).not.toBe(gold)
  await expect.element(screen.getByText(/\+100\.00/u)).toBeVisible()
  await expect.element(screen.getByText(/200\.00/u)).toBeVisible()
})

test('while the payment is looked for, ring and sheet stay where they are', async () => {
  const { screen, refresh, create } = await show()
  await create()
  const places = () => {
    const ring = document.querySelector('path[pathLength]')?.getBoundingClientRect()
    return { top: ring?.top, size: ring?.width, height: screen.container.scrollHeight }
  }
  const before = places()
  let resolve = () => {}
  bank.held = new Promise<void>((done) => (resolve = done))
  bank.qr = undefined
  bank.paid = new Date().toISOString()
  await refresh()
  await expect.element(screen.getByText('Looking for the payment')).toBeInTheDocument()
  expect(places()).toEqual(before)
  await expect.element(screen.getByRole('button', { name: 'Cancel QR' })).not.toBeInTheDocument()
  resolve()
  await expect.element(screen.getByText('Credited')).toBeVisible()
})

test('on a phone no button moves when the connection goes', async () => {
  const { screen, create } = await show()
  screen.container.style.inlineSize = '328px'
  await create()
  const top = () => screen.getByRole('button', { name: 'I have paid' }).element().getBoundingClientRect().top
  const before = top()
  store.set(connectionAtom, 'offline')
  await expect.element(screen.getByText(/^You are offline\. We check the payment/u)).toBeVisible()
  await expect.element(screen.getByText(/^Waiting for your payment/u)).not.toBeVisible()
  expect(top()).toBe(before)
})

test('an open code of another amount is shown, and can be cancelled to create the requested one', async () => {
  const { screen } = await show()
  await screen.getByRole('button', { name: '500', exact: true }).click()
  // Created on another phone after this page had loaded.
  bank.qr = {
    hasQrcode: true,
    qrcodeId: 'q0',
    qrcode: picture,
    amount: 20,
    expireIn: Date.now() + 600_000,
  }
  await screen.getByRole('button', { name: 'Create QR' }).click()
  await expect.element(screen.getByRole('img', { name: 'QR code to pay 20.00 ฿' })).toBeVisible()
  await expect.element(screen.getByText('A QR of 20.00 ฿ is already open')).toBeVisible()
  await expect.element(screen.getByText(/No QR of 500\.00\s฿ was created/u)).toBeVisible()
  await screen.getByRole('button', { name: 'Cancel QR' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel QR' }).click()
  await screen.getByRole('button', { name: '500', exact: true }).click()
  await screen.getByRole('button', { name: 'Create QR' }).click()
  await expect.element(screen.getByRole('img', { name: 'QR code to pay 500.00 ฿' })).toBeVisible()
  await expect.element(screen.getByText(/is already open/u)).not.toBeInTheDocument()
})

test('the form comes with the payment that came too late above it', async () => {
  let tell: () => void = () => undefined
  bank.late = new Date().toISOString()
  bank.held = new Promise((resolve) => (tell = resolve))
  const { screen } = await show()
  await expect.poll(() => bank.asked).toEqual(expect.arrayContaining(['/api/qrcode/KBANK', '/api/statement']))
  await expect.element(screen.getByText('Loading')).toBeInTheDocument()
  expect(screen.getByRole('button').elements()).toEqual([])
  tell()
  await expect.element(screen.getByRole('button', { name: 'Create QR' })).toBeVisible()
  expect(screen.getByText(/^Your payment of .* has arrived$/u).query()).not.toBeNull()
})

test('hidden amounts are neither shown nor read out beside a code', async () => {
  store.set(balanceHiddenAtom, true)
  const { screen } = await show()
  await screen.getByRole('button', { name: '500', exact: true }).click()
  const expireIn = Date.now() + 600_000
  bank.qr = { hasQrcode: true, qrcodeId: 'q0', qrcode: picture, amount: 23.45, expireIn }
  await screen.getByRole('button', { name: 'Create QR' }).click()
  await expect.element(screen.getByRole('img', { name: 'QR code to pay Amount hidden' })).toBeVisible()
  await expect.element(screen.getByText('A QR of Amount hidden is already open')).toBeVisible()
  await expect.poll(() => screen.container.innerHTML).not.toMatch(/23\.45|500/u)
})

test('a code whose response was lost is found', async () => {
  bank.isLost = true
  const { create } = await show()
  await create()
  await expect.poll(() => bank.created).toEqual([100])
})

test('if the code cannot be looked up either, the form says that it may have been created', async () => {
  bank.isLost = true
  const { screen } = await show()
  await screen.getByRole('button', { name: '100', exact: true }).click()
  bank.isDown = true
  await screen.getByRole('button', { name: 'Create QR' }).click()
  await expect.element(screen.getByText('It went through.')).toBeVisible()
  await expect.poll(() => bank.created).toEqual([100])
})

test('a code that ended unpaid is not reported as paid', async () => {
  const { screen, refresh, create } = await show()
  await create()
  bank.qr = undefined
  await refresh()
  await expect.element(screen.getByText('The QR is no longer open')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Create QR' })).toBeVisible()
})

test('cancelling needs a confirmation, is told, and leads back to the amount', async () => {
  const { screen, create } = await show()
  await create()
  await screen.getByRole('button', { name: 'Cancel QR' }).click()
  const dialog = screen.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cancel QR' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Amount to deposit' })).toBeVisible()
  await expect.element(screen.getByText('The QR is cancelled')).toBeVisible()
  expect(screen.getByText('The QR is no longer open').query()).toBeNull()
})

test('reporting the transfer as made asks to refresh the balance, and closes the sheet', async () => {
  const { screen, create, close } = await show()
  await create()
  expect(close).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'I have paid' }).click()
  const asks = screen.getByText('Please refresh the balance if it does not change by itself.')
  await expect.element(asks).toBeVisible()
  await expect.poll(() => close).toHaveBeenCalledOnce()
})

test('an open code is shown again, an expired one is not', async () => {
  bank.qr = { hasQrcode: true, qrcodeId: 'q0', qrcode: picture, amount: 50, expireIn: Date.now() + 60_000 }
  const first = await show()
  await expect.element(first.screen.getByRole('img', { name: 'QR code to pay 50.00 ฿' })).toBeVisible()
  await first.screen.unmount()
  stop()

  bank.qr = { ...bank.qr, expireIn: Date.now() - 1000 }
  const second = await show()
  await expect.element(second.screen.getByRole('button', { name: 'Create QR' })).toBeVisible()
})

test.each([
  ['The channel rests until 02:00.', 'The channel rests until 02:00.'],
  ['QR_FAIL', 'The QR could not be created. Please try again or use another channel.'],
])('a channel that creates no code shows the reason: %s', async (refusal, words) => {
  bank.refusal = refusal
  const { screen } = await show()
  await screen.getByRole('button', { name: '100', exact: true }).click()
  await screen.getByRole('button', { name: 'Create QR' }).click()
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(bank.created).toEqual([])
})

test('a refusal takes the place of what the wallet would hold, until another amount is entered', async () => {
  bank.refusal = 'DEPOSIT_LIMIT'
  const { screen } = await show()
  const forecast = screen.getByText(/Wallet after the deposit/u)
  await screen.getByRole('button', { name: '1,000', exact: true }).click()
  await expect.element(forecast).toBeVisible()
  await screen.getByRole('button', { name: 'Create QR' }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(forecast).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '100', exact: true }).click()
  await expect.element(forecast).toBeVisible()
})

test('creating a code at one channel invalidates the others', async () => {
  const { client, create } = await show()
  client.setQueryData(['qrcode', 'WW'], { hasQrcode: false, message: '' })
  expect(client.getQueryState(['qrcode', 'WW'])?.isInvalidated).toBe(false)
  await create()
  expect(client.getQueryState(['qrcode', 'WW'])?.isInvalidated).toBe(true)
})

test('a late payment is shown instead of the notice that the code expired', async () => {
  const { screen, refresh, create } = await show()
  await create()
  await expect.element(screen.getByText(/once only, within the time/u)).toBeVisible()
  bank.qr = undefined
  bank.late = new Date().toISOString()
  await refresh()
  await expect.element(screen.getByText('Your payment of 100.00 ฿ has arrived')).toBeVisible()
  await expect.element(screen.getByText(/not lost/u)).toBeVisible()
  expect(screen.getByText('The QR is no longer open').query()).toBeNull()
})

test('a late payment is still shown when the member returns', async () => {
  bank.late = new Date(Date.now() - 3_600_000).toISOString()
  const { screen } = await show()
  await expect.element(screen.getByText('Your payment of 100.00 ฿ has arrived')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Create QR' })).toBeVisible()
})

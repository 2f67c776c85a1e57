import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { isBusy } from '#data/session/busy.ts'
import { qrQueryOptions } from '#data/deposit/qr-queries.ts'
import { followQrs } from '#data/deposit/waiting-qrs.ts'
import { noteServerDate, resetServerClock } from '#lib/dates/clock.ts'
import { QrCountdown } from './qr-countdown.tsx'

const now = Date.parse('2026-01-05T03:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
let stop: () => void
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  resetServerClock()
})

async function show(expireIn: number) {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const client = new QueryClient()
  const qr = { hasQrcode: true, qrcodeId: 'q1', qrcode: '', amount: 1, expireIn, message: '' } as const
  client.setQueryData(qrQueryOptions('KBANK').queryKey, qr)
  stop = followQrs(client)
  const screen = await render(
    <I18nProvider i18n={i18n}>
      <QrCountdown channel="KBANK" lifetime={600_000} title="To pay" satang={1} note="">
        {null}
      </QrCountdown>
    </I18nProvider>,
  )
  return { clock: () => screen.getByRole('timer').element().textContent, screen }
}

async function pass(ms: number) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(() => vi.advanceTimersByTimeAsync(ms))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
}

test('counts down every second to 00:00, and keeps the app busy meanwhile', async () => {
  const { clock } = await show(now + 62_500)
  expect(clock()).toBe('01:03')
  await pass(500)
  expect(clock()).toBe('01:02')
  await pass(1000)
  expect(clock()).toBe('01:01')
  await pass(60_999)
  expect(clock()).toBe('00:01')
  await expect.poll(isBusy).toBe(true)
  await pass(1)
  expect(clock()).toBe('00:00')
  expect(isBusy()).toBe(false)
})

test('counts by the server’s clock, not the phone’s', async () => {
  const ahead = now + 5 * 60_000
  noteServerDate(new Date(ahead).toUTCString(), now - 500, now + 500)
  const { clock } = await show(ahead + 60_000)
  expect(clock()).toBe('01:00')
})

test('announces once that little time is left', async () => {
  const { screen } = await show(now + 61_000)
  const said = () => screen.getByRole('status').element().textContent
  await expect.poll(said).toBe('')
  await pass(1000)
  await expect.poll(said).toBe('Less than one minute left')
})

import '#ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { noteServerDate, resetServerClock } from '#lib/clock.ts'
import { QrCountdown } from './qr-countdown.tsx'

const now = Date.parse('2026-01-05T03:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
afterEach(() => {
  vi.useRealTimers()
  resetServerClock()
})

async function show(expireIn: number) {
  const ended = vi.fn<() => void>()
  const screen = await render(
    <I18nProvider i18n={i18n}>
      <QrCountdown expireIn={expireIn} onEnd={ended} code={null} />
    </I18nProvider>,
  )
  return { clock: () => screen.getByRole('timer').element().textContent, ended, screen }
}

async function pass(ms: number) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(() => vi.advanceTimersByTimeAsync(ms))
  vi.unstubAllGlobals()
}

test('counts every second and ends once, at 00:00', async () => {
  const { clock, ended } = await show(now + 62_500)
  expect(clock()).toBe('01:03')
  await pass(500)
  expect(clock()).toBe('01:02')
  await pass(1000)
  expect(clock()).toBe('01:01')
  await pass(60_999)
  expect(clock()).toBe('00:01')
  expect(ended).not.toHaveBeenCalled()
  await pass(1)
  expect(clock()).toBe('00:00')
  expect(ended).toHaveBeenCalledOnce()
})

test('goes by the server, whatever the phone believes', async () => {
  const ahead = now + 5 * 60_000
  noteServerDate(new Date(ahead).toUTCString(), now - 500, now + 500)
  const { clock } = await show(ahead + 60_000)
  expect(clock()).toBe('01:00')
})

test('says once that time is short', async () => {
  const { screen } = await show(now + 61_000)
  const said = () => screen.getByRole('status').element().textContent
  expect(said()).toBe('')
  await pass(1000)
  expect(said()).toBe('Less than one minute left')
})

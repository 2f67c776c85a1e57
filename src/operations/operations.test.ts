import { beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '#api/contract/call.ts'
import { activateLocale } from '#i18n/activate.ts'
import { type Ended, knownOperation, type OperationId, operations } from './operations.ts'
import { kindOf } from './unsettled/kind-of.ts'

beforeEach(() => vi.stubGlobal('document', { documentElement: { lang: '' }, cookie: '' }))

const contract = import.meta.glob<Record<string, Partial<Call> | undefined>>(
  ['../api/contract/*.ts', '!**/*.test.ts'],
  { eager: true },
)

/** Slips have the outbox, which shows their outcome; the sandbox's own call has no screen. */
const elsewhere = ['uploadSlip', 'addMoney']

test('every operation of a member is known, and nothing else is', () => {
  const ids = Object.values(contract)
    .flatMap((module) => Object.values(module))
    .flatMap((call) => (call?.changes && call.access === 'member' && call.id ? [call.id] : []))
  expect(ids.length).toBeGreaterThan(30)
  const listed = [...Object.keys(operations), ...elsewhere]
  expect(
    listed.toSorted(),
    'src/operations/operations.ts: “Change money or state in a screen”, 2, in docs/how-to.md',
  ).toEqual(ids.toSorted())
})

/** The same to the member, who withdraws the same amount: the games' money comes along. */
const sameToMember = new Set(['withdrawAll'])

test('an operation, its undoing and every other have names of their own', () => {
  const names = Object.entries(operations).flatMap(([id, { name }]) =>
    sameToMember.has(id) ? [] : [name.message ?? name.id],
  )
  expect(names.toSorted(), '`name` in src/operations/operations.ts').toEqual([...new Set(names)].toSorted())
})

test('what moves the same money is of one kind: a form waits for all of it', () => {
  for (const type of ['transfer', 'withdraw', 'deposit'] as const) {
    const ids = Object.keys(operations).filter((id) => knownOperation(id)?.row === type)
    expect(ids, type).not.toEqual([])
    expect([...new Set(ids.map(kindOf))], 'src/operations/unsettled/kind-of.ts').toHaveLength(1)
  }
})

const until = '2026-01-02T00:00:00Z'
const limitOf = (amount: number | null, raise?: number | null) => ({
  kind: 'loss',
  period: 'day',
  used: 0,
  until,
  amount,
  raise: raise === undefined ? null : { amount: raise, from: until },
})
const asked = { words: 'Asked for. Please confirm it after 24 hours.', tone: 'gold' }
const inForce = { words: 'Your limit is in force', tone: 'jade' }
const either = { words: 'A higher limit has to wait for 24 hours. Please confirm it then.', tone: 'gold' }
const wheel = (error: string | null, label?: string) => ({
  success: error === null,
  error,
  result: label === undefined ? null : { code: 'A', label, remainingCoin: 1 },
})
const openQr = {
  hasQrcode: true,
  qrcodeId: 'q',
  qrcode: 'text',
  amount: 500,
  expireIn: Date.now() + 900_000,
  message: '',
}
const toPay = { words: 'To pay it, open the deposit before the QR’s time is over.', tone: 'gold' }

test.each<[string, OperationId, unknown, { amount?: number }, unknown]>([
  [
    'a cancelled withdrawal',
    'cancelWithdrawal',
    { message: 'SUCCESS' },
    {},
    { words: 'Cancelled. The money is back in your wallet.', tone: 'jade' },
  ],
  [
    'a withdrawal that the bank had sent back before it was cancelled',
    'cancelWithdrawal',
    { message: 'SUCCESS', isReturned: true },
    {},
    { words: 'The bank did not take it. The money is back in your wallet.', tone: 'jade' },
  ],
  [
    'a withdrawal that staff had refused before it was cancelled',
    'cancelWithdrawal',
    { message: 'SUCCESS', isReturned: true, isRefusedByStaff: true },
    {},
    { words: expect.stringMatching(/^Our staff did not approve it\./u) as string, tone: 'jade' },
  ],
  [
    'a withdrawal, which the bank has yet to pay',
    'withdraw',
    { message: 'SUCCESS' },
    {},
    {
      words:
        'Your withdrawal was noted. The statement shows its status. If the bank cannot take it, the money comes back to your wallet.',
      tone: 'gold',
    },
  ],
  ['a QR to pay', 'createQr', openQr, {}, toPay],
  [
    'a QR whose time is over',
    'createQr',
    { ...openQr, expireIn: 1 },
    {},
    { words: 'The QR has expired', tone: 'gold' },
  ],
  ['a QR whose reply is lost', 'createQr', undefined, {}, toPay],
  [
    'no QR',
    'createQr',
    { hasQrcode: false, message: '' },
    {},
    { words: 'The QR could not be created', tone: 'coral' },
  ],
  [
    'no QR, in the site’s words',
    'createQr',
    { hasQrcode: false, message: 'ปิดปรับปรุง' },
    {},
    { words: 'ปิดปรับปรุง', tone: 'coral' },
  ],
  ['a limit in force', 'setLimit', { limits: [limitOf(5000)] }, { amount: 5000_00 }, inForce],
  ['a raise', 'setLimit', { limits: [limitOf(1000, 5000), limitOf(70)] }, { amount: 5000_00 }, asked],
  ['no limit, asked for', 'setLimit', { limits: [limitOf(1000, null), limitOf(null)] }, {}, asked],
  [
    'a limit in force beside a raise to another amount',
    'setLimit',
    { limits: [limitOf(10, 20), limitOf(5)] },
    { amount: 5_00 },
    inForce,
  ],
  [
    'a limit that may be either',
    'setLimit',
    { limits: [limitOf(10, 20), limitOf(20)] },
    { amount: 20_00 },
    either,
  ],
  [
    'a time limit in force',
    'setTimeLimit',
    { limits: [], times: [{ period: 'day', used: 0, until, minutes: 60 }] },
    {},
    inForce,
  ],
  [
    'more time',
    'setTimeLimit',
    {
      limits: [],
      times: [{ period: 'day', used: 0, until, minutes: 60, raise: { minutes: 90, from: until } }],
    },
    {},
    either,
  ],
  ['a prize', 'spin', wheel(null, '20 baht'), {}, { words: 'The wheel stopped at: 20 baht', tone: 'gold' }],
  ['a spin without a result', 'spin', wheel(null), {}, undefined],
  ['an unreadable spin', 'spin', { message: 'SUCCESS' }, {}, undefined],
  [
    'a refused spin',
    'spin',
    wheel('NO_DATA'),
    {},
    { words: 'The wheel is closed at the moment. Please come back later.', tone: 'coral' },
  ],
  [
    'a refused coupon',
    'claimCoupon',
    wheel('COUPON_EXPIRED'),
    {},
    { words: 'This coupon has expired. Spin again for another one.', tone: 'coral' },
  ],
  ['a claimed coupon', 'claimCoupon', wheel(null), {}, undefined],
])('%s is told as what it is', async (_, id, reply, sent, words) => {
  await activateLocale('en')
  const ended: Ended | undefined = knownOperation(id)?.ended?.(reply, sent)
  expect(ended).toEqual(words)
})

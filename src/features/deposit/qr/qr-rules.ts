import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { QrChannel } from '#api/contract/qrcode.ts'

export interface QrChannelRule {
  code: QrChannel
  label: MessageDescriptor
  /** Satang. */
  minimum: number
  /** Satang. */
  quickAmounts: readonly number[]
}

const channels: readonly QrChannelRule[] = [
  {
    code: 'KBANK',
    label: msg`Kasikornbank`,
    minimum: 100,
    quickAmounts: [10_00, 20_00, 50_00, 100_00, 500_00, 1000_00],
  },
  {
    code: 'WW',
    label: msg`PromptPay 1`,
    minimum: 10_000,
    quickAmounts: [100_00, 200_00, 300_00, 500_00, 1000_00],
  },
  {
    code: 'PAYTIMZ',
    label: msg`PromptPay 2`,
    minimum: 1000,
    quickAmounts: [10_00, 50_00, 100_00, 500_00, 1000_00],
  },
  {
    code: 'PAYONEX',
    label: msg`PromptPay 3`,
    minimum: 10_000,
    quickAmounts: [100_00, 200_00, 300_00, 500_00, 1000_00],
  },
  {
    code: 'FP',
    label: msg`PromptPay 4`,
    minimum: 1000,
    quickAmounts: [10_00, 50_00, 100_00, 500_00, 1000_00],
  },
]

interface DepositAccount {
  bankType: string
  bankCode: string
  mode: string
}

/** How the channels stand under this build's settings: PAYTIMZ's minimum (satang) may be set, and is then its first quick amount. */
export function qrChannelRules(paytimzMinimum?: number): QrChannelRule[] {
  if (paytimzMinimum === undefined) return [...channels]
  return channels.map((channel) =>
    channel.code === 'PAYTIMZ'
      ? {
          ...channel,
          minimum: paytimzMinimum,
          quickAmounts: [paytimzMinimum, ...channel.quickAmounts.slice(1)],
        }
      : channel,
  )
}

/** The channels that the site takes QR payments through just now, in the site's own order. */
export function openQrChannels(
  accounts: readonly DepositAccount[],
  rules: readonly QrChannelRule[],
): QrChannelRule[] {
  const codes = new Set(accounts.filter(takesQr).map((account) => account.bankCode))
  return [...codes].flatMap((code) => rules.find((rule) => rule.code === code) ?? [])
}

function takesQr({ bankType, bankCode, mode }: DepositAccount): boolean {
  return bankCode === 'KBANK' ? bankType === 'QR' && mode !== 'AUTO' : bankType === 'PAYMENT'
}

/** The create button opens above nothing at KBANK, and from the minimum elsewhere. What cannot be read is left to be explained. */
export function mayCreate(channel: QrChannelRule, satang: number | undefined): boolean {
  if (satang === undefined) return true
  return channel.code === 'KBANK' ? satang > 0 : satang >= channel.minimum
}

const minuteMs = 60_000
const lifetimes = [5, 10, 15, 30, 60].map((minutes) => minutes * minuteMs)

/** Clocks of two machines, and an answer's way back, make moments look a little earlier or later than they are. */
const slackMs = 5000

/** The wire says only when a code ends: the ring around it is full at the first usual lifetime that holds what is left. */
export function usualLifetime(leftMs: number): number {
  return lifetimes.find((lifetime) => leftMs <= lifetime + slackMs) ?? leftMs
}

interface DepositRow {
  statementType: string
  from: string
  status: string
  createdAt: string
  amount: number
}

/**
 * Whether the statement shows that a code was paid: no reply says why a code is gone. `lastSeen` is when it
 * still waited (ms by the server's clock), `amount` in satang.
 */
export function wasPaid(rows: readonly DepositRow[], amount: number, lastSeen: number): boolean {
  return rows.some(
    (row) =>
      row.statementType === 'deposit' &&
      row.status === 'SUCCESS' &&
      row.amount === amount &&
      Date.parse(row.createdAt) >= lastSeen - slackMs,
  )
}

/** Longer than this nobody looks for a payment in the deposit sheet. */
const lateForMs = 24 * 60 * minuteMs

/**
 * The newest payment through a channel that came but is not credited: too late for its code, or of another amount.
 * `now` in ms by the server's clock.
 */
export function findLatePayment<Row extends DepositRow>(
  rows: readonly Row[],
  channel: QrChannel,
  now: number,
): Row | undefined {
  return rows.find(
    (row) =>
      row.statementType === 'deposit' &&
      row.from === channel &&
      row.status !== 'SUCCESS' &&
      row.status !== 'FAILED' &&
      now - Date.parse(row.createdAt) < lateForMs,
  )
}

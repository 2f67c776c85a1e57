import type { MessageDescriptor } from '@lingui/core'
import { type QrChannel, qrChannels, qrChannelTable } from '#api/contract/qr-channels.ts'
import { channelNames } from '#data/deposit/channel-names.ts'
import { rowOutcomeOf } from '#data/wallet/statement-outcome.ts'
import { clockSlackMs } from '#lib/dates/clock.ts'
import { parseAmount } from '#lib/money/money.ts'

/** The form for a QR, while it loads. */
export const qrShape = ['label', 'amount', 'hint', 'chips', 'button'] as const

export interface QrChannelRule {
  code: QrChannel
  label: MessageDescriptor
  /** Satang. */
  minimum: number
  /** Satang, if the backend sends one. */
  maximum?: number
  /** Satang. */
  quickAmounts: readonly number[]
}

interface DepositAccount {
  bankType: string
  bankCode: string
  mode: string
}

/** The channels with this build's settings: PAYTIMZ's minimum (satang) can be set, and is then also its first quick amount. */
export function qrChannelRules(paytimzMinimum?: number): QrChannelRule[] {
  return qrChannels.map((code) => {
    const { minimum, quickAmounts } = qrChannelTable[code]
    const rule = { code, label: channelNames[code], minimum, quickAmounts }
    if (code !== 'PAYTIMZ' || paytimzMinimum === undefined) return rule
    return { ...rule, minimum: paytimzMinimum, quickAmounts: [paytimzMinimum, ...quickAmounts.slice(1)] }
  })
}

/** The channels through which the site accepts QR payments now, in the site's order. */
export function openQrChannels(
  accounts: readonly DepositAccount[],
  rules: readonly QrChannelRule[],
): QrChannelRule[] {
  const open = accounts.flatMap((account) => rules.find(({ code }) => takesQr(account, code)) ?? [])
  return [...new Set(open)]
}

function takesQr({ bankType, bankCode, mode }: DepositAccount, code: QrChannel): boolean {
  if (bankCode !== code || bankType !== qrChannelTable[code].bankType) return false
  // In AUTO mode the site's account is listed as a bank account with a number.
  return bankType === 'PAYMENT' || mode !== 'AUTO'
}

/**
 * Whether the create button is enabled: from the channel's minimum. An unreadable or too large amount stays enabled, because
 * submitting explains it; none at all and one below zero are below every minimum.
 */
export function mayCreate({ minimum }: QrChannelRule, typed: string): boolean {
  const amount = parseAmount(typed)
  return amount.ok ? amount.satang >= minimum : amount.reason !== 'empty' && amount.reason !== 'negative'
}

const minuteMs = 60_000
const lifetimes = [5, 10, 15, 30, 60].map((minutes) => minutes * minuteMs)

/**
 * The API gives only the expiry of a code, so the ring is full at the shortest usual lifetime that contains the time left.
 * Times in ms.
 */
export function usualLifetime(leftMs: number): number {
  return lifetimes.find((lifetime) => leftMs <= lifetime + clockSlackMs) ?? leftMs
}

interface DepositRow {
  statementType: string
  from: string
  status: string
  createdAt: string
  amount: number
}

/** How long the deposit sheet shows a late payment, in ms. */
const lateForMs = 24 * 60 * minuteMs

/**
 * The newest payment through a channel that was received but not credited: too late for its code, or of another amount.
 * `now` is in ms by the server's clock.
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
      rowOutcomeOf(row.status) === 'waiting' &&
      now - Date.parse(row.createdAt) < lateForMs,
  )
}

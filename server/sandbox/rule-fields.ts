import { formatSatang, parseAmount } from '#lib/money/money.ts'
import { MAX_WAIT_SECONDS, type Setting } from '../database/settings.ts'
import { type Fields, readWhole } from './form.ts'

const MAX_TIMES = 1000
const MAX_MINUTES = 10_000

/** An amount in satang; null for anything less than 0. */
function amountIn(text: string | undefined): number | null {
  const amount = parseAmount(text ?? '')
  return amount.ok && amount.satang >= 0 ? amount.satang : null
}

export const termsFields = ({ inviteMinimum, ...times }: Setting<'depositTerms'>): Fields => ({
  inviteMinimum: formatSatang(inviteMinimum),
  ...Object.fromEntries(Object.entries(times).map(([name, count]) => [name, String(count)])),
})

export function termsIn(fields: Fields): Setting<'depositTerms'> | null {
  const timesIn = (name: string) => readWhole(fields[name], 0, MAX_TIMES)
  const inviteMinimum = amountIn(fields['inviteMinimum'])
  const inviteTurnoverTimes = timesIn('inviteTurnoverTimes')
  const coinTurnoverTimes = timesIn('coinTurnoverTimes')
  const withdrawTurnoverTimes = timesIn('withdrawTurnoverTimes')
  if (inviteMinimum === null || inviteTurnoverTimes === null) return null
  if (coinTurnoverTimes === null || withdrawTurnoverTimes === null) return null
  return { inviteMinimum, inviteTurnoverTimes, coinTurnoverTimes, withdrawTurnoverTimes }
}

export const proofFields = (above: Setting<'withdrawProofAbove'>): Fields => ({ above: formatSatang(above) })

export const proofIn = ({ above }: Fields): Setting<'withdrawProofAbove'> | null => amountIn(above)

export const payoutFields = ({ waitSeconds, minutes }: Setting<'payouts'>): Fields => ({
  waitSeconds: String(waitSeconds),
  minutes: String(minutes),
})

export function payoutsIn(fields: Fields): Setting<'payouts'> | null {
  const waitSeconds = readWhole(fields['waitSeconds'], 0, MAX_WAIT_SECONDS)
  const minutes = readWhole(fields['minutes'], 0, MAX_MINUTES)
  return waitSeconds === null || minutes === null ? null : { waitSeconds, minutes }
}

import { formatSatang, parseAmount } from '#lib/money/money.ts'
import { MAX_TIMES, MAX_WAIT_SECONDS, type Setting, type SettingKey } from '../database/settings.ts'
import { type Fields, readWhole } from './form.ts'
import type { SettingForm } from './setting-form.ts'

const MAX_MINUTES = 10_000

/** An amount in satang; null for anything less than 0. */
function amountIn(text: string | undefined): number | null {
  const amount = parseAmount(text ?? '')
  return amount.ok && amount.satang >= 0 ? amount.satang : null
}

const termsFields = ({ inviteMinimum, ...times }: Setting<'depositTerms'>): Fields => ({
  inviteMinimum: formatSatang(inviteMinimum),
  ...Object.fromEntries(Object.entries(times).map(([name, count]) => [name, String(count)])),
})

function termsIn(fields: Fields): Setting<'depositTerms'> | null {
  const timesIn = (name: string) => readWhole(fields[name], 0, MAX_TIMES)
  const inviteMinimum = amountIn(fields['inviteMinimum'])
  const inviteTurnoverTimes = timesIn('inviteTurnoverTimes')
  const coinTurnoverTimes = timesIn('coinTurnoverTimes')
  const withdrawTurnoverTimes = timesIn('withdrawTurnoverTimes')
  if (inviteMinimum === null || inviteTurnoverTimes === null) return null
  if (coinTurnoverTimes === null || withdrawTurnoverTimes === null) return null
  return { inviteMinimum, inviteTurnoverTimes, coinTurnoverTimes, withdrawTurnoverTimes }
}

const proofFields = (above: Setting<'withdrawProofAbove'>): Fields => ({ above: formatSatang(above) })

const proofIn = ({ above }: Fields): Setting<'withdrawProofAbove'> | null => amountIn(above)

const payoutFields = ({ waitSeconds, minutes }: Setting<'payouts'>): Fields => ({
  waitSeconds: String(waitSeconds),
  minutes: String(minutes),
})

function payoutsIn(fields: Fields): Setting<'payouts'> | null {
  const waitSeconds = readWhole(fields['waitSeconds'], 0, MAX_WAIT_SECONDS)
  const minutes = readWhole(fields['minutes'], 0, MAX_MINUTES)
  return waitSeconds === null || minutes === null ? null : { waitSeconds, minutes }
}

export const ruleForms = {
  depositTerms: { path: '/', fieldsOf: termsFields, settingIn: termsIn },
  withdrawProofAbove: { path: '/proof', fieldsOf: proofFields, settingIn: proofIn },
  payouts: { path: '/payouts', fieldsOf: payoutFields, settingIn: payoutsIn },
} satisfies { [Key in SettingKey]?: SettingForm<Key> }

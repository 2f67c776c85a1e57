import type { ListOf, RowOf } from '../listed.ts'
import type { qrList } from '../lists.ts'
import { button, markup, type Markup, matters, showBaht, showTime } from '../markup.ts'

export const qrSection = ({ rows, more }: ListOf<typeof qrList>, now: Date): Markup =>
  matters(
    'qr',
    'QR codes',
    rows.map((row) => qrRow(row, now)),
    'None yet.',
    more,
  )

type QrRow = RowOf<typeof qrList>

/** A code is over when its time is, before the job has written so. */
export const qrStatus = ({ status, expiresAt }: Pick<QrRow['qr'], 'status' | 'expiresAt'>, now: Date) =>
  status === 'waiting' && expiresAt <= now ? 'expired' : status

function qrRow({ qr, phone, payments }: QrRow, now: Date): Markup {
  const status = qrStatus(qr, now)
  const fields = { reference: qr.reference }
  const listed = payments.map(({ id }) => id).join(' ')
  const pay = (name: string) => button('/sandbox/qr/pay', name, fields)
  const actions = {
    waiting: [
      pay('Pay'),
      button('/sandbox/qr/pay', 'Pay, not told yet', { ...fields, told: 'later' }, 'quiet'),
      button('/sandbox/qr/expire', 'Let expire', fields, 'quiet'),
    ],
    expired: [pay('Pay late')],
    cancelled: [pay('Pay late')],
    late: [button('/sandbox/qr/credit', 'Credit', { ...fields, listed })],
    paid: [],
  }
  return markup`<tr>
    <td>${phone}<small>${showTime(qr.createdAt)}</small></td>
    <td>${qr.channel} ${showBaht(qr.amount)}<small>${qr.reference}</small><small>${status}</small>
      ${payments.map(lateText)}</td>
    <td>${actions[status]}</td>
  </tr>`
}

const lateText = ({ amount, paidAt, createdAt, suspectedAt }: QrRow['payments'][number]): Markup =>
  markup`<small>to credit: ${showBaht(amount)} of ${showTime(paidAt ?? createdAt)}${suspectedAt ? ', which may be credited already' : ''}</small>`

import type { ListOf, RowOf } from '../listed.ts'
import { button, markup, type Markup, showBaht, showTime } from '../markup.ts'
import { type Matter, matters } from '../matters.ts'
import { restOf } from '../paged-view.ts'
import { placed, type Places } from '../places.ts'
import type { qrList } from './qr-list.ts'

export const qrSection = (list: ListOf<typeof qrList>, now: Date, places: Places): Markup =>
  matters(
    'qr',
    'QR codes',
    list.rows.map((row) => qrRow(row, now, places)),
    'None yet.',
    restOf(list, '/sandbox', 'qr', places),
  )

type QrRow = RowOf<typeof qrList>

/** A code is over when its time is, before the job has written so. */
export const qrStatus = ({ status, expiresAt }: Pick<QrRow['qr'], 'status' | 'expiresAt'>, now: Date) =>
  status === 'waiting' && expiresAt <= now ? 'expired' : status

function qrRow({ qr, phone, payments }: QrRow, now: Date, places: Places): Matter {
  const status = qrStatus(qr, now)
  const listed = payments.map(({ id }) => id).join(' ')
  const form = (path: string, name: string, fields = {}, kind?: 'quiet') =>
    button(placed(`/sandbox/qr/${path}`, places), name, { reference: qr.reference, ...fields }, kind)
  const actions = {
    waiting: [
      form('pay', 'Pay'),
      form('pay', 'Pay, not told yet', { told: 'later' }, 'quiet'),
      form('expire', 'Let expire', {}, 'quiet'),
    ],
    expired: [form('pay', 'Pay late')],
    cancelled: [form('pay', 'Pay late')],
    late: [form('credit', 'Credit', { listed })],
    paid: [],
  }
  return {
    who: markup`${phone}<small>${showTime(qr.createdAt)}</small>`,
    what: markup`${qr.channel} ${showBaht(qr.amount)}<small>${qr.reference}</small><small>${status}</small>
      ${payments.map(lateText)}`,
    act: markup`${actions[status]}`,
  }
}

const lateText = ({ amount, paidAt, createdAt, suspectedAt }: QrRow['payments'][number]): Markup =>
  markup`<small>to credit: ${showBaht(amount)} of ${showTime(paidAt ?? createdAt)}${suspectedAt ? ', which may be credited already' : ''}</small>`

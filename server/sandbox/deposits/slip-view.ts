import type { SlipQr } from '#lib/payments/slip-qr.ts'
import { bankReferenceOf } from '../../modules/slip/bank-reference.ts'
import { fileLink } from '../../files/store.ts'
import { slipReasons } from '#api/contract/slip-reasons.ts'
import type { ListOf, RowOf } from '../listed.ts'
import {
  amountField,
  button,
  markup,
  type Markup,
  matterHeads,
  matters,
  phoneField,
  section,
  showBaht,
  showTime,
  table,
} from '../markup.ts'
import { restOf } from '../paged-view.ts'
import { placed, type Places } from '../places.ts'
import type { giftList } from './gift-list.ts'
import type { slipList } from './slip-list.ts'

const HERE = '/sandbox/slips'

type SlipRow = RowOf<typeof slipList>
type GiftRow = RowOf<typeof giftList>

const slipForms = (reference: string, places: Places): Markup =>
  markup`<form method="post" action="${placed('/sandbox/slips/settle', places)}">
      <input type="hidden" name="reference" value="${reference}" />
      ${amountField()}
      <button>Settle</button>
    </form>
    <form method="post" action="${placed('/sandbox/slips/refuse', places)}">
      <input type="hidden" name="reference" value="${reference}" />
      <label>Reason
        <select name="reason">
          ${slipReasons.map((reason) => markup`<option>${reason}</option>`)}
        </select>
      </label>
      <button data-kind="quiet">Refuse</button>
    </form>`

/** Slips of one transfer credit it once, and all of them show its amount. */
const creditOf = ({ isCredited }: SlipRow): Markup | '' =>
  isCredited === null
    ? ''
    : markup`<small>${isCredited ? 'credited by this slip' : 'not by this slip: credited before'}</small>`

const slipRow = (row: SlipRow, places: Places): Markup => {
  const { slip, phone } = row
  return markup`<tr>
    <td>${phone}<small>${showTime(slip.createdAt)}</small></td>
    <td>
      <a href="${fileLink(slip.filePath)}">Picture</a><small>${slip.bankReference ?? 'QR not read'}</small>
      <small>${slip.status} ${slip.note ?? ''} ${slip.amount > 0 ? showBaht(slip.amount) : ''}</small>
      ${creditOf(row)}
    </td>
    <td>${slip.status === 'PENDING' ? slipForms(slip.reference, places) : ''}</td>
  </tr>`
}

const giftForm = (code: string, places: Places): Markup =>
  markup`<form method="post" action="${placed('/sandbox/slips/gift', places)}">
    <input type="hidden" name="code" value="${code}" />
    <label>Amount in baht <input name="amount" inputmode="decimal" autocomplete="off" /></label>
    <button name="verdict" value="settle">Settle</button>
    <button name="verdict" value="refuse" data-kind="quiet">Refuse</button>
  </form>`

const giftRow = ({ gift, phone }: GiftRow, places: Places): Markup =>
  markup`<tr>
    <td>${phone}<small>${showTime(gift.createdAt)}</small></td>
    <td>${gift.walletAccountName}<small>${gift.status} ${gift.amount ? showBaht(gift.amount) : ''}</small></td>
    <td>${gift.status === 'PENDING' ? giftForm(gift.codeHash, places) : ''}</td>
  </tr>`

const choice = (label: string, name: string, options: Record<string, string>): Markup =>
  markup`<label>${label}
    <select name="${name}">
      ${Object.entries(options).map(([value, words]) => markup`<option value="${value}">${words}</option>`)}
    </select>
  </label>`

const maker = ({ made: slip, places }: Pick<SlipView, 'made' | 'places'>): Markup =>
  markup`<form method="post" action="${placed('/sandbox/slips/make', places)}">
      ${phoneField}
      ${amountField()}
      ${choice('From', 'from', { own: 'the registered account', other: 'another account' })}
      ${choice('To', 'to', { house: 'an account of the house', other: 'another account' })}
      ${choice('When', 'minutes', { 0: 'just now', 61: 'more than an hour ago' })}
      ${choice('The bank', 'bank', { known: 'has seen it', unknown: 'has not: decided below' })}
      <button>Make the transfer</button>
    </form>
    ${slip ? madeSlip(`/sandbox/slips/picture/${bankReferenceOf(slip)}.png`) : ''}`

const madeSlip = (address: string): Markup =>
  markup`<p><a href="${address}" download="slip.png"><img src="${address}" width="180" height="270" alt="The slip: save its picture" /></a></p>`

const switches = ({
  isDown,
  hasCaptcha,
  places,
}: Pick<SlipView, 'isDown' | 'hasCaptcha' | 'places'>): Markup =>
  markup`${button(
    placed('/sandbox/switches', places),
    isDown ? 'Let the look-up work' : 'Fail the next look-up',
    { name: 'slip:down' },
    'quiet',
  )}
  ${button(
    placed('/sandbox/switches', places),
    hasCaptcha ? 'Ask no captcha' : 'Ask a captcha nobody solves',
    { name: 'slip:captcha' },
    'quiet',
  )}`

interface SlipView {
  slips: ListOf<typeof slipList>
  gifts: ListOf<typeof giftList>
  places: Places
  /** The slip that was made last, to be saved and uploaded. */
  made: SlipQr | undefined
  isDown: boolean
  hasCaptcha: boolean
}

export function slipView(view: SlipView): Markup {
  const { slips, gifts, places } = view
  return markup`${section('make', 'Make a slip', maker(view))}
    ${section(
      'slips',
      'Slips',
      markup`${switches(view)}
      ${table(
        'Slips',
        matterHeads,
        slips.rows.map((row) => slipRow(row, places)),
        'None yet.',
        restOf(slips, HERE, 'slips', places),
      )}`,
    )}
    ${matters(
      'gifts',
      'Gift links',
      gifts.rows.map((row) => giftRow(row, places)),
      'None yet.',
      restOf(gifts, HERE, 'gifts', places),
    )}`
}

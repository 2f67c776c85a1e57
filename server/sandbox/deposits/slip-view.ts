import type { SlipQr } from '#lib/payments/slip-qr.ts'
import { bankReferenceOf } from '../../modules/slip/bank-reference.ts'
import { fileLink } from '../../files/store.ts'
import { slipReasons } from '#api/contract/slip-reasons.ts'
import type { ListOf, RowOf } from '../listed.ts'
import type { giftList } from '../lists.ts'
import {
  button,
  markup,
  type Markup,
  matterHeads,
  matters,
  section,
  showBaht,
  showTime,
  table,
} from '../markup.ts'
import type { slipList } from './slip-list.ts'

type SlipRow = RowOf<typeof slipList>
type GiftRow = RowOf<typeof giftList>

const slipForms = (reference: string): Markup =>
  markup`<form method="post" action="/sandbox/slips/settle">
      <input type="hidden" name="reference" value="${reference}" />
      <label>Amount in baht <input name="amount" inputmode="decimal" required autocomplete="off" /></label>
      <button>Settle</button>
    </form>
    <form method="post" action="/sandbox/slips/refuse">
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

const slipRow = (row: SlipRow): Markup => {
  const { slip, phone } = row
  return markup`<tr>
    <td>${phone}<small>${showTime(slip.createdAt)}</small></td>
    <td>
      <a href="${fileLink(slip.filePath)}">Picture</a><small>${slip.bankReference ?? 'QR not read'}</small>
      <small>${slip.status} ${slip.note ?? ''} ${slip.amount > 0 ? showBaht(slip.amount) : ''}</small>
      ${creditOf(row)}
    </td>
    <td>${slip.status === 'PENDING' ? slipForms(slip.reference) : ''}</td>
  </tr>`
}

const giftForm = (code: string): Markup =>
  markup`<form method="post" action="/sandbox/slips/gift">
    <input type="hidden" name="code" value="${code}" />
    <label>Amount in baht <input name="amount" inputmode="decimal" autocomplete="off" /></label>
    <button name="verdict" value="settle">Settle</button>
    <button name="verdict" value="refuse" data-kind="quiet">Refuse</button>
  </form>`

const giftRow = ({ gift, phone }: GiftRow): Markup =>
  markup`<tr>
    <td>${phone}<small>${showTime(gift.createdAt)}</small></td>
    <td>${gift.walletAccountName}<small>${gift.status} ${gift.amount ? showBaht(gift.amount) : ''}</small></td>
    <td>${gift.status === 'PENDING' ? giftForm(gift.codeHash) : ''}</td>
  </tr>`

const choice = (label: string, name: string, options: Record<string, string>): Markup =>
  markup`<label>${label}
    <select name="${name}">
      ${Object.entries(options).map(([value, words]) => markup`<option value="${value}">${words}</option>`)}
    </select>
  </label>`

const maker = (slip: SlipQr | undefined): Markup =>
  markup`<form method="post" action="/sandbox/slips/make">
      <label>Phone <input name="phone" inputmode="tel" required autocomplete="off" /></label>
      <label>Amount in baht <input name="amount" inputmode="decimal" required autocomplete="off" /></label>
      ${choice('From', 'from', { own: 'the registered account', other: 'another account' })}
      ${choice('To', 'to', { house: 'an account of the house', other: 'another account' })}
      ${choice('When', 'minutes', { 0: 'just now', 61: 'more than an hour ago' })}
      ${choice('The bank', 'bank', { known: 'has seen it', unknown: 'has not: decided below' })}
      <button>Make the transfer</button>
    </form>
    ${slip ? madeSlip(`/sandbox/slips/picture/${bankReferenceOf(slip)}.png`) : ''}`

const madeSlip = (address: string): Markup =>
  markup`<p><a href="${address}" download="slip.png"><img src="${address}" width="180" height="270" alt="Slip" /></a></p>`

const switches = ({ isDown, hasCaptcha }: Pick<SlipView, 'isDown' | 'hasCaptcha'>): Markup =>
  markup`${button(
    '/sandbox/switches',
    isDown ? 'Let the look-up work' : 'Fail the next look-up',
    { name: 'slip:down' },
    'quiet',
  )}
  ${button(
    '/sandbox/switches',
    hasCaptcha ? 'Ask no captcha' : 'Ask a captcha nobody solves',
    { name: 'slip:captcha' },
    'quiet',
  )}`

interface SlipView {
  slips: ListOf<typeof slipList>
  gifts: ListOf<typeof giftList>
  /** The slip that was made last, to be saved and uploaded. */
  made: SlipQr | undefined
  isDown: boolean
  hasCaptcha: boolean
}

export const slipView = ({ slips, gifts, made, ...armed }: SlipView): Markup =>
  markup`${section('make', 'Make a slip', maker(made))}
    ${section(
      'slips',
      'Slips',
      markup`${switches(armed)}
      ${table('Slips', matterHeads, slips.rows.map(slipRow), 'None yet.', slips.more)}`,
    )}
    ${matters('gifts', 'Gift links', gifts.rows.map(giftRow), 'None yet.', gifts.more)}`

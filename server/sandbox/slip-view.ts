import { fileLink } from '../modules/slip/file-routes.ts'
import { slipReasons } from '../modules/slip/slip-reasons.ts'
import type { giftList, slipList } from './lists.ts'
import { markup, type Markup, showBaht, showTime, table } from './markup.ts'

type SlipRow = Awaited<ReturnType<typeof slipList>>[number]
type GiftRow = Awaited<ReturnType<typeof giftList>>[number]

const heads = ['When and who', 'What', 'Do']

const slipForms = (reference: string): Markup =>
  markup`<form method="post" action="/sandbox/slips/settle">
      <input type="hidden" name="reference" value="${reference}" />
      <label>Amount in baht <input name="amount" inputmode="decimal" required autocomplete="off" /></label>
      <label>Bank reference (optional) <input name="bankReference" autocomplete="off" /></label>
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

const slipRow = ({ slip, phone }: SlipRow): Markup =>
  markup`<tr>
    <td>${phone}<small>${showTime(slip.createdAt)}</small></td>
    <td>
      <a href="${fileLink(slip.filePath)}">Picture</a><small>${slip.reference}</small>
      <small>${slip.status} ${slip.note ?? ''} ${slip.amount > 0 ? showBaht(slip.amount) : ''}</small>
    </td>
    <td>${slip.status === 'PENDING' ? slipForms(slip.reference) : ''}</td>
  </tr>`

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

export const slipView = (slips: readonly SlipRow[], gifts: readonly GiftRow[]): Markup =>
  markup`<section aria-labelledby="slips">
      <h2 id="slips">Slips</h2>
      ${table('Slips', heads, slips.map(slipRow), 'None yet.')}
    </section>
    <section aria-labelledby="gifts">
      <h2 id="gifts">Gift links</h2>
      ${table('Gift links', heads, gifts.map(giftRow), 'None yet.')}
    </section>`

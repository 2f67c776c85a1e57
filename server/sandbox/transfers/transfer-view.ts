import { bankReferenceOf } from '../../modules/slip/bank-reference.ts'
import { slipOf } from '../../providers/sandbox/transfer-book.ts'
import type { ListOf, RowOf } from '../listed.ts'
import type { transferList } from '../lists.ts'
import { button, markup, type Markup, matterHeads, section, showBaht, showTime, table } from '../markup.ts'

export const transferForm: Markup = section(
  'transfer',
  'A transfer arrived',
  markup`<form method="post" action="/sandbox/transfers">
    <label>Member's phone <input name="phone" inputmode="tel" required autocomplete="off" /></label>
    <label>Amount in baht <input name="amount" inputmode="decimal" required autocomplete="off" /></label>
    <label>From <select name="channel"><option value="SCB">a bank</option><option value="TRUEWALLET">TrueMoney Wallet</option></select></label>
    <label>Told <select name="told"><option value="now">at once</option><option value="later">not yet: below</option></select></label>
    <button>Add transfer</button>
  </form>`,
)

/** Each can be reported again, and its slip uploaded: however often and in whatever order, it is credited once. */
export const transferSection = ({ rows, more }: ListOf<typeof transferList>): Markup =>
  section(
    'transfers',
    'Transfers that the banks have seen',
    table('Transfers', matterHeads, rows.map(transferRow), 'None yet.', more),
  )

function transferRow({ made, creditedAt }: RowOf<typeof transferList>): Markup {
  const slip = slipOf(made)
  return markup`<tr>
    <td>${made.fromBank} ${made.fromAccount}<small>${showTime(made.paidAt)}</small></td>
    <td>
      ${made.channel} ${showBaht(made.amount)}<small>${made.bankReference}</small>
      <small>${creditedAt ? 'credited' : 'in nobody\u2019s wallet'}</small>
    </td>
    <td>
      ${button('/sandbox/transfers/tell', 'Tell', { id: made.id }, 'quiet')}
      ${made.ownReference?.startsWith('qr:') ? unnamedForms(made.id) : ''}
      ${slip ? markup`<a href="/sandbox/slips?slip=${bankReferenceOf(slip)}">Slip</a>` : ''}
    </td>
  </tr>`
}

/**
 * The code's channel omits the bank's reference, and the bank's feed the code's, so nothing shows that both report the same
 * transfer.
 */
const unnamedForms = (id: string): Markup =>
  markup`${button('/sandbox/transfers/tell', 'Tell by the channel alone', { id, by: 'channel' }, 'quiet')}
  ${button('/sandbox/transfers/tell', 'Tell by the bank alone', { id, by: 'bank' }, 'quiet')}`

import { qrReferenceIn } from '../../deposits/transfer-reference.ts'
import { bankReferenceOf } from '../../modules/slip/bank-reference.ts'
import { slipOf } from '../../providers/sandbox/transfer-book.ts'
import type { ListOf, RowOf } from '../listed.ts'
import type { transferList } from '../lists.ts'
import {
  amountField,
  button,
  choice,
  markup,
  type Markup,
  phoneField,
  section,
  showBaht,
  showTime,
} from '../markup.ts'
import { type Matter, matterTable } from '../matters.ts'
import { placed, type Places } from '../places.ts'
import { type RefusedForm, typedIn } from '../refused-form.ts'

export function transferForm(places: Places, refused?: RefusedForm): Markup {
  const typed = typedIn(refused, '/transfers')
  return section(
    'transfer',
    'A transfer arrived',
    markup`<form method="post" action="${placed('/sandbox/transfers', places)}">
      ${phoneField(typed)}
      ${amountField(typed)}
      ${choice('From', 'channel', { SCB: 'a bank', TRUEWALLET: 'TrueMoney Wallet' }, typed)}
      ${choice('Told', 'told', { now: 'at once', later: 'not yet: below' }, typed)}
      <button>Add transfer</button>
    </form>`,
  )
}

/** Each can be reported again, and its slip uploaded: however often and in whatever order, it is credited once. */
export const transferSection = ({ rows, more }: ListOf<typeof transferList>, places: Places): Markup =>
  section(
    'transfers',
    'Transfers that the banks have seen',
    matterTable(
      'transfers',
      'Transfers',
      rows.map((row) => transferRow(row, places)),
      'None yet.',
      more,
    ),
  )

function transferRow({ made, creditedAt }: RowOf<typeof transferList>, places: Places): Matter {
  const slip = slipOf(made)
  // A code's channel omits the bank's reference, and the bank's feed the code's: told by one alone, nothing shows that both mean one transfer.
  const tell = (name: string, by?: 'channel' | 'bank') =>
    button(placed('/sandbox/transfers/tell', places), name, { id: made.id, ...(by && { by }) }, 'quiet')
  return {
    who: markup`${made.fromBank} ${made.fromAccount}<small>${showTime(made.paidAt)}</small>`,
    what: markup`${made.channel} ${showBaht(made.amount)}<small>${made.bankReference}</small>
      <small>${creditedAt ? 'credited' : 'in nobody\u2019s wallet'}</small>`,
    act: markup`${tell('Tell')}
      ${qrReferenceIn(made.ownReference) === null ? '' : [tell('Tell by the channel alone', 'channel'), tell('Tell by the bank alone', 'bank')]}
      ${slip ? markup`<a href="/sandbox/slips?slip=${bankReferenceOf(slip)}">Slip</a>` : ''}`,
  }
}

import { button, markup, type Markup, section, showBaht, showTime, table } from './markup.ts'
import { bankReferenceOf } from '../modules/slip/bank-reference.ts'
import { slipOf } from '../providers/sandbox/transfer-book.ts'
import type { LedgerAudit } from '../ledger/audit-results.ts'
import type {
  contradictedList,
  qrList,
  sentTexts,
  stuckList,
  suspectedList,
  transferList,
  unclaimedList,
  withdrawalList,
} from './lists.ts'
import { amountOf } from '../modules/transfer/provider-transfers.ts'
import {
  type askGamesOf,
  mayBeReturned,
  mayHaveBeenMade,
  mayHavePaidFirst,
} from '../modules/transfer/stuck-transfers.ts'
import { inquiredFrom, mayRefuse, shownPayout } from '../modules/withdraw/payout-inquiry.ts'

type Rows<List extends (...args: never[]) => PromiseLike<unknown[]>> = Awaited<ReturnType<List>>

const heads = ['When and who', 'What', 'Do']

/** Highlights the code in a text. */
const withCode = (text: string): Markup[] =>
  text
    .split(/(?<!\d)(\d{6})(?!\d)/u)
    .map((part, index) =>
      index === 1 ? markup`<span class="code" data-code>${part}</span>` : markup`${part}`,
    )

/** Shown at the top while payouts are stopped. */
export const auditSection = (audit: LedgerAudit | undefined): Markup => {
  const again = button('/sandbox/audit', 'Audit the books now', {})
  if (!audit || audit.problemCount === 0) {
    const last = audit ? `Found right ${showTime(audit.createdAt)}.` : 'Not audited yet.'
    return section('audit', 'The books', markup`<p>${last}</p>${again}`)
  }
  return section(
    'audit',
    'The books',
    markup`<p class="flash bad" role="alert">Payouts are stopped: the audit of ${showTime(audit.createdAt)} found ${audit.problemCount} things wrong. They go on when an audit finds nothing.</p>
    <ul>${audit.problems.map((problem) => markup`<li>${problem}</li>`)}</ul>
    ${again}`,
  )
}

export const smsSection = (texts: Rows<typeof sentTexts>): Markup =>
  section(
    'sms',
    'SMS sent',
    table(
      'SMS sent',
      ['When and who', 'Text'],
      texts.map(
        ({ phone, text, createdAt }) =>
          markup`<tr><td>${phone}<small>${showTime(createdAt)}</small></td><td>${withCode(text)}</td></tr>`,
      ),
      'None yet.',
    ),
  )

export const qrSection = (codes: Rows<typeof qrList>, now: Date): Markup =>
  section(
    'qr',
    'QR codes',
    table(
      'QR codes',
      heads,
      codes.map((row) => qrRow(row, now)),
      'None yet.',
    ),
  )

type QrRow = Rows<typeof qrList>[number]

function qrRow({ qr, phone, payments }: QrRow, now: Date): Markup {
  const status = qr.status === 'waiting' && qr.expiresAt <= now ? 'expired' : qr.status
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

type WithdrawalRow = Rows<typeof withdrawalList>[number]

export const withdrawalSection = (rows: Rows<typeof withdrawalList>, now: Date): Markup =>
  section(
    'withdrawals',
    'Withdrawals',
    table(
      'Withdrawals',
      heads,
      rows.map((row) => withdrawalRow(row, now)),
      'None yet.',
    ),
  )

/** How far the payout is. The bank may have paid what it was asked to pay, also where it has not answered. */
function payoutState({ withdrawal, isHeld }: WithdrawalRow, now: Date): string {
  const { status, takenAt, handedAt } = withdrawal
  if (status !== 'pending') return status
  if (isHeld) return 'held: its member is closed'
  if (takenAt === null) return 'waits: not sent to the bank'
  if (handedAt) return 'sent to the bank: refuse it only if the bank has not paid'
  const from = inquiredFrom(withdrawal, now)
  if (!from) return 'sent to the bank, which has not answered: it is asked again each minute'
  return from > now
    ? `asked no more: ask the bank about it from ${showTime(from)} on`
    : `asked no more: refuse it only if the bank, asked after ${showTime(from)}, says that it never took it`
}

function payoutForms({ withdrawal, isHeld }: WithdrawalRow, now: Date): (Markup | '')[] {
  const { id, status, takenAt, handedAt } = withdrawal
  if (status !== 'pending') return []
  const form = (path: string, name: string, kind?: 'quiet', fields = {}) =>
    button(`/sandbox/withdrawals/${path}`, name, { id, ...fields }, kind)
  const seen = { shown: shownPayout(withdrawal, isHeld, now) }
  const inquiry = inquiredFrom(withdrawal, now)
    ? form('hand-over', 'Have the bank pay it', 'quiet')
    : form('inquire', 'Stop asking the bank', 'quiet')
  return [
    takenAt ? form('settle', 'Settle', undefined, seen) : '',
    mayRefuse(withdrawal, now) ? form('refuse', 'Refuse', 'quiet', seen) : '',
    takenAt && !handedAt ? inquiry : '',
  ]
}

function withdrawalRow(row: WithdrawalRow, now: Date): Markup {
  const { withdrawal, phone } = row
  const { amount, bankCode, bankAccountName, bankAccountNo, createdAt } = withdrawal
  return markup`<tr>
    <td>${phone}<small>${showTime(createdAt)}</small></td>
    <td>${showBaht(amount)}<small>${bankCode} ${bankAccountNo} ${bankAccountName}</small><small>${payoutState(row, now)}</small></td>
    <td>${payoutForms(row, now)}</td>
  </tr>`
}

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

type SuspectedRow = Rows<typeof suspectedList>[number]

/** Transfers without a common reference of the bank: the held one, and below it the ones that it may be. */
export const suspectedSection = (rows: readonly SuspectedRow[]): Markup =>
  section(
    'suspected',
    'Transfers that may be credited already',
    table('Transfers that may be credited already', heads, rows.map(suspectedRow), 'None.'),
  )

/** The transfers that the page shows as what it may be, for its forms to send: staff decide only about what they were shown. */
const listedOf = (duplicates: readonly Side[]): string => duplicates.map(({ id }) => id).join(' ')

function suspectedRow({ transfer, duplicates, isClaimed }: SuspectedRow): Markup {
  // Also whose it was when the operator saw it.
  const shown = { id: transfer.id, member: transfer.memberId }
  const listed = listedOf(duplicates)
  return markup`<tr>
      <td>${sideWho(transfer)}</td>
      <td>Waits: ${sideWhat(transfer)}</td>
      <td>
        ${button('/sandbox/suspected/another', 'Another transfer: credit it', { ...shown, listed }, 'quiet')}
        ${isClaimed ? button('/sandbox/suspected/release', 'Not this member’s: take it back', shown, 'quiet') : ''}
      </td>
    </tr>
    ${duplicates.map(
      (other) => markup`<tr>
        <td>${sideWho(other)}</td>
        <td>${sideEnd(other)}: ${sideWhat(other)}</td>
        <td>${button('/sandbox/suspected/same', 'The same transfer', { ...shown, duplicate: other.id })}</td>
      </tr>`,
    )}`
}

type Side = SuspectedRow['duplicates'][number]

const sideEnd = ({ returnedAt }: Side): string => (returnedAt ? 'Sent back' : 'Credited')

/** Transfers from nobody's account: only a person can say whose they are. Below each the ones that it may be. */
export const unclaimedSection = (rows: Rows<typeof unclaimedList>): Markup =>
  section(
    'unclaimed',
    'Transfers of nobody here',
    table('Transfers of nobody here', heads, rows.map(unclaimedRow), 'None.'),
  )

function unclaimedRow({ transfer, duplicates }: Rows<typeof unclaimedList>[number]): Markup {
  const { id } = transfer
  const listed = listedOf(duplicates)
  return markup`<tr>
    <td>${sideWho(transfer)}</td>
    <td>${sideWhat(transfer)}
      ${duplicates.map((other) => markup`<small>May be what is ${sideEnd(other).toLowerCase()}: ${other.phone} ${other.bankReference ?? other.ownReference ?? ''}</small>`)}</td>
    <td>
      <form method="post" action="/sandbox/unclaimed/credit">
        <input type="hidden" name="id" value="${id}" />
        <input type="hidden" name="listed" value="${listed}" />
        <label>Member's phone <input name="phone" inputmode="tel" required autocomplete="off" /></label>
        <button>Credit</button>
      </form>
      ${button('/sandbox/unclaimed/return', 'It was sent back', { id, listed }, 'quiet')}
    </td>
  </tr>`
}

const sideWho = ({ phone, paidAt, createdAt }: Side): Markup =>
  markup`${phone}<small>${paidAt ? `paid ${showTime(paidAt)}` : `told ${showTime(createdAt)}`}</small>`

const sideWhat = (side: Side): Markup =>
  markup`${side.channel} ${showBaht(side.amount)}<small>${side.bankReference ?? 'no bank reference'}</small>
    <small>${side.ownReference ?? 'no code or gift link'}</small>
    <small>${side.fromAccount ?? 'sender not told'} to ${side.toAccount ?? 'an account not told'}</small>`

/** Transfers that their providers did not cancel: the money waits until a person has asked them. */
export const stuckSection = (rows: Rows<typeof stuckList>): Markup =>
  section(
    'stuck',
    'Transfers that a game provider did not cancel',
    table('Transfers that a game provider did not cancel', heads, rows.map(stuckRow), 'None.'),
  )

/** What the games of such a transfer say, beside the books. */
export const toldSection = (told: Awaited<ReturnType<typeof askGamesOf>>, at: Date): Markup =>
  section(
    'told',
    `Asked at ${showTime(at)}`,
    markup`${table(
      'What its games hold',
      ['Game', 'It says', 'The books, without what is on its way'],
      told.map(
        (one) =>
          markup`<tr><td>${one.gameCode}</td>
            <td>${one.told === undefined ? 'no answer: ask again later' : showBaht(one.told)}</td>
            <td>${showBaht(one.booked)}</td></tr>`,
      ),
      'None.',
    )}
    <p>A round that is open, or not reported yet, makes a difference too: ask the provider about the reference.</p>`,
  )

function stuckRow({ transfer, phone }: Rows<typeof stuckList>[number]): Markup {
  const { id, moves, stuckAt, taken } = transfer
  const answer = (name: string, verdict: string, kind?: 'quiet') =>
    button('/sandbox/stuck', name, { id, verdict, stuckAt: stuckAt?.toISOString() ?? '' }, kind)
  return markup`<tr>
    <td>${phone}<small>${stuckAt ? `waits since ${showTime(stuckAt)}` : ''}</small></td>
    <td>${showBaht(amountOf(taken))}
      ${moves.map(({ gameCode, amount, reference, isCancelled }) => markup`<small>${gameCode} ${showBaht(amount)}: ${reference}${isCancelled ? ', cancelled' : ''}</small>`)}</td>
    <td>
      <a href="/sandbox/stuck/${id}">What do its games hold?</a>
      ${answer('Ask the provider again', 'again', 'quiet')}
      ${mayBeReturned(transfer) ? answer('It was not made: give the money back', 'returned') : 'A reward on its way back to the house: the game has not paid it. Ask it for the player’s rounds: an open one has to end first.'}
      ${mayHaveBeenMade(transfer) ? answer('It was made: the money has arrived', 'arrived') : ''}
      ${mayHavePaidFirst(transfer) ? answer('It was made for good: what was paid into the wallet, the rest back', 'first-paid') : ''}
    </td>
  </tr>`
}

/** Payouts of which the bank says otherwise than the books: either the house or the member has lost money, and nothing books it. */
export const contradictedSection = (rows: Rows<typeof contradictedList>): Markup =>
  section(
    'contradicted',
    'Payouts that the bank contradicts',
    table('Payouts that the bank contradicts', heads, rows.map(contradictedRow), 'None.'),
  )

function contradictedRow({ withdrawal, phone }: Rows<typeof contradictedList>[number]): Markup {
  const { id, amount, bankCode, bankAccountNo, bankAccountName, status, reason } = withdrawal
  const { decidedAt, contradictedAt } = withdrawal
  const timeOf = (at: Date | null) => (at ? showTime(at) : '')
  const said = status === 'settled' ? 'it has not paid it' : 'it has paid it'
  return markup`<tr>
    <td>${phone}<small>waits since ${timeOf(contradictedAt)}</small></td>
    <td>${showBaht(amount)}<small>${bankCode} ${bankAccountNo} ${bankAccountName}</small><small>${id}</small>
      <small>in the books: ${status} ${timeOf(decidedAt)}${reason ? `, ${reason}` : ''}</small>
      <small>the bank said ${timeOf(contradictedAt)}: ${said}</small></td>
    <td>
      <form method="post" action="/sandbox/withdrawals/note">
        <input type="hidden" name="id" value="${id}" />
        <input type="hidden" name="contradictedAt" value="${contradictedAt?.toISOString() ?? ''}" />
        <label>What became of it <input name="reason" maxlength="500" required autocomplete="off" /></label>
        <button>Settled outside the books</button>
      </form>
    </td>
  </tr>`
}

/** Each can be reported again, and its slip uploaded: however often and in whatever order, it is credited once. */
export const transferSection = (rows: Rows<typeof transferList>): Markup =>
  section(
    'transfers',
    'Transfers that the banks have seen',
    table('Transfers', heads, rows.map(transferRow), 'None yet.'),
  )

function transferRow({ made, creditedAt }: Rows<typeof transferList>[number]): Markup {
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

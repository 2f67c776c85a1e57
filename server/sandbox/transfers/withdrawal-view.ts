import { accountCurrencies } from '#lib/payments/account-currencies.ts'
import { currencyOfNumber, currencyProblem } from '#lib/payments/account-currency.ts'
import { inquiredFrom, mayRefuse, shownPayout } from '../../modules/withdraw/payout-inquiry.ts'
import type { ListOf, RowOf } from '../listed.ts'
import { button, markup, type Markup, showBaht, showTime } from '../markup.ts'
import { type Matter, matters } from '../matters.ts'
import { restOf } from '../paged-view.ts'
import { placed, type Places } from '../places.ts'
import type { contradictedList, unsaidList } from '../waiting-lists.ts'
import { noteForm } from './note-form.ts'
import type { withdrawalList } from './withdrawal-list.ts'

type List = ListOf<typeof withdrawalList>
type WithdrawalRow = RowOf<typeof withdrawalList>

interface Shown {
  now: Date
  /** Why the bank is handed nothing, if it is not. */
  stop: string | null
  places: Places
}

export const withdrawalSection = (list: List, shown: Shown): Markup =>
  matters(
    'withdrawals',
    'Withdrawals',
    list.rows.map((row) => withdrawalRow(row, shown)),
    'None.',
    restOf(list, '/sandbox', 'withdrawals', shown.places),
  )

/** How far the payout is. The bank may have paid what it was asked to pay, also where it has not answered. */
function payoutState({ withdrawal, isHeld }: WithdrawalRow, { now, stop }: Shown): string {
  const { status, takenAt, handedAt } = withdrawal
  if (status !== 'pending') return status
  if (isHeld) return 'held: its member is closed'
  if (takenAt === null) return `waits: not sent to the bank${stop ? `, as ${stop}` : ''}`
  if (handedAt) return 'sent to the bank: refuse it only if the bank has not paid'
  const from = inquiredFrom(withdrawal, now)
  if (!from)
    return `sent to the bank, which has not answered: it is ${stop ? `not asked again, as ${stop}` : 'asked again each minute'}`
  return from > now
    ? `asked no more: ask the bank about it from ${showTime(from)} on`
    : `asked no more: refuse it only if the bank, asked after ${showTime(from)}, says that it never took it`
}

function payoutForms({ withdrawal, isHeld }: WithdrawalRow, { now, places }: Shown): (Markup | '')[] {
  const { id, status, takenAt, handedAt } = withdrawal
  if (status !== 'pending') return []
  const form = (path: string, name: string, kind?: 'quiet', fields = {}) =>
    button(placed(`/sandbox/withdrawals/${path}`, places), name, { id, ...fields }, kind)
  const seen = { shown: shownPayout(withdrawal, isHeld, now) }
  const inquiry = inquiredFrom(withdrawal, now)
    ? form('hand-over', 'Have the bank pay it', 'quiet')
    : form('inquire', 'Stop asking the bank', 'quiet')
  return [
    ...(withdrawal.currency ? [] : currencyForms('currency', withdrawal, places)),
    takenAt ? form('settle', 'Settle', undefined, seen) : '',
    mayRefuse(withdrawal, now) ? form('refuse', 'Refuse', 'quiet', seen) : '',
    takenAt && !handedAt ? inquiry : '',
  ]
}

/** What staff may say of an account; nothing where its number says dollars. */
const currencyForms = (
  path: string,
  { id, bankCode, bankAccountNo }: { id: string | number; bankCode: string; bankAccountNo: string },
  places: Places,
): Markup[] =>
  accountCurrencies
    .filter((one) => !currencyProblem(bankAccountNo, bankCode, one))
    .map((currency) =>
      button(
        placed(`/sandbox/withdrawals/${path}`, places),
        `The account is in ${currency}`,
        { id: String(id), currency },
        'quiet',
      ),
    )

type Account = Pick<
  WithdrawalRow['withdrawal'],
  'bankCode' | 'bankAccountNo' | 'bankAccountName' | 'currency' | 'status'
>

/** Of old ones that have ended the currency was not kept. */
function payeeText({ bankCode, bankAccountNo, bankAccountName, currency, status }: Account): string {
  const unknown =
    currencyOfNumber(bankAccountNo, bankCode) === 'USD'
      ? 'US dollars by its number: it cannot be paid'
      : 'currency not known: ask the member before it is paid'
  const said = currency ?? (status === 'pending' ? unknown : '')
  return [`${bankCode} ${bankAccountNo} ${bankAccountName}`, said].filter(Boolean).join(', ')
}

function withdrawalRow(row: WithdrawalRow, shown: Shown): Matter {
  const { withdrawal, phone } = row
  const { amount, createdAt } = withdrawal
  return {
    who: markup`${phone}<small>${showTime(createdAt)}</small>`,
    what: markup`${showBaht(amount)}<small>${payeeText(withdrawal)}</small><small>${payoutState(row, shown)}</small>`,
    act: markup`${payoutForms(row, shown)}`,
  }
}

/** Also those to which nothing is paid yet: the member may be asked before. */
export const unsaidSection = (list: ListOf<typeof unsaidList>, places: Places): Markup =>
  matters(
    'unsaid',
    'Accounts of unknown currency',
    list.rows.map(({ waiting, phone }) => ({
      who: markup`${phone}<small>since ${showTime(waiting.validFrom)}</small>`,
      what: markup`${payeeText({ ...waiting, currency: null, status: 'pending' })}`,
      act: markup`${currencyForms('account-currency', waiting, places)}`,
    })),
    'None.',
    restOf(list, '/sandbox', 'unsaid', places),
  )

/** Payouts of which the bank says otherwise than the books: either the house or the member has lost money, and nothing books it. */
export const contradictedSection = (list: ListOf<typeof contradictedList>, places: Places): Markup =>
  matters(
    'contradicted',
    'Payouts that the bank contradicts',
    list.rows.map((row) => contradictedRow(row, places)),
    'None.',
    restOf(list, '/sandbox', 'contradicted', places),
  )

function contradictedRow(
  { waiting: withdrawal, phone }: RowOf<typeof contradictedList>,
  places: Places,
): Matter {
  const { id, amount, status, reason } = withdrawal
  const { decidedAt, contradictedAt } = withdrawal
  const timeOf = (at: Date | null) => (at ? showTime(at) : '')
  const said = status === 'settled' ? 'it has not paid it' : 'it has paid it'
  return {
    who: markup`${phone}<small>waits since ${timeOf(contradictedAt)}</small>`,
    what: markup`${showBaht(amount)}<small>${payeeText(withdrawal)}</small><small>${id}</small>
      <small>in the books: ${status} ${timeOf(decidedAt)}${reason ? `, ${reason}` : ''}</small>
      <small>the bank said ${timeOf(contradictedAt)}: ${said}</small>`,
    act: noteForm(placed('/sandbox/withdrawals/note', places), {
      id,
      contradictedAt: contradictedAt?.toISOString() ?? '',
    }),
  }
}

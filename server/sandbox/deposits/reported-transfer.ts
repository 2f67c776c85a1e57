import { onlyDigits } from '#lib/money/digits.ts'
import type { BankAccount } from '../../deposits/match-bank-account.ts'
import type { IncomingTransfer } from '../../deposits/suspected-duplicates.ts'
import { markup, type Markup, showBaht, showTime } from '../markup.ts'

/** What was reported of a transfer. */
export const reportedOf = (transfer: IncomingTransfer): Markup =>
  markup`${transfer.channel} ${showBaht(transfer.amount)}<small>${transfer.bankReference ?? 'no bank reference'}</small>
    <small>${transfer.ownReference ?? (transfer.source === 'gift' ? 'out of a gift link: it is for whoever sent the link in' : 'no code or gift link')}</small>
    <small>${transfer.fromAccount ?? 'sender not told'} to ${transfer.toAccount ?? 'an account not told'}</small>`

export const whenOf = ({ paidAt, createdAt }: IncomingTransfer): string =>
  paidAt ? `paid ${showTime(paidAt)}` : `told ${showTime(createdAt)}`

/** That the money is not from one of these accounts, as a sentence; none if it is. The sender is known by number alone. */
export const senderMisfits = (
  { fromAccount }: IncomingTransfer,
  accounts: readonly BankAccount[],
): string[] =>
  fromAccount === null || accounts.some(({ accountNo }) => onlyDigits(accountNo) === onlyDigits(fromAccount))
    ? []
    : [`The money came from ${fromAccount}, which is none of this member’s accounts.`]

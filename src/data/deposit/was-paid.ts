/**
 * How long before it was last seen open a code may have been paid, in ms. More than the clocks' difference: the answer that said so was
 * on its way meanwhile, and a code that is taken for unpaid is paid twice.
 */
const slackMs = 5000

interface DepositRow {
  statementType: string
  status: string
  createdAt: string
  amount: number
}

/**
 * Whether the statement shows that a code was paid: no reply says why a code is no longer open. `lastSeen` is when it was last
 * open (ms by the server's clock), `amount` is in satang.
 */
export function wasPaid(rows: readonly DepositRow[], amount: number, lastSeen: number): boolean {
  return rows.some(
    (row) =>
      row.statementType === 'deposit' &&
      row.status === 'SUCCESS' &&
      row.amount === amount &&
      Date.parse(row.createdAt) >= lastSeen - slackMs,
  )
}

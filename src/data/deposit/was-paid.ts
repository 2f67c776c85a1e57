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
  /** Missing if the backend does not know or say which code was paid. */
  qrcodeId?: string | null | undefined
}

/**
 * Whether the statement shows that a code was paid: no reply says why a code is no longer open. A payment that names no code is known by
 * its amount (satang) and time. `lastSeen` is when the code was last open (ms by the server's clock).
 */
export function wasPaid(
  rows: readonly DepositRow[],
  { qrcodeId, amount }: { qrcodeId: string; amount: number },
  lastSeen: number,
): boolean {
  const isOfCode = (row: DepositRow) =>
    row.qrcodeId
      ? row.qrcodeId === qrcodeId
      : row.amount === amount && Date.parse(row.createdAt) >= lastSeen - slackMs
  return rows.some((row) => row.statementType === 'deposit' && row.status === 'SUCCESS' && isOfCode(row))
}

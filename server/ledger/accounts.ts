/** The name of an account in the ledger. */
export type AccountName = `member:${string}` | `house:${string}`

/** The member's accounts: the database keeps each of them at zero or more. */
export const walletOf = (memberId: string): AccountName => `member:${memberId}:wallet`
export const gameOf = (memberId: string, gameCode: string): AccountName =>
  `member:${memberId}:game:${gameCode}`
/** Money that has left the wallet and not yet reached the member's bank. */
export const withdrawingOf = (memberId: string): AccountName => `member:${memberId}:withdrawing`
/** Money on its way between the wallet and games, while a provider is asked. */
export const movingOf = (memberId: string): AccountName => `member:${memberId}:moving`

/** The house accounts, the other side of every posting. They may be negative: the bank's is, by the sum of members' money. */
export const house = {
  bank: (channel: string): AccountName => `house:bank:${channel}`,
  games: (gameCode: string): AccountName => `house:games:${gameCode}`,
  fees: 'house:fees' as AccountName,
  bonus: 'house:bonus' as AccountName,
  invite: 'house:invite' as AccountName,
  refund: 'house:refund' as AccountName,
  luckydraw: 'house:luckydraw' as AccountName,
}

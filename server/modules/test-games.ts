import { transfer } from '#api/contract/wallet.ts'
import { activateGame } from '#api/contract/game-account.ts'
import type { TestMember } from './test-server.ts'

/** The games of which members have accounts. */
export const GAMES = ['PG', 'JOKER', 'UFABET']

export const move = ({ request }: TestMember, to: string, amount = 10) =>
  request(transfer, { body: { from: 'WALLET', to, amount } })

/** Accounts of two games, and 300 baht in the first. */
export async function fillGame(member: TestMember): Promise<void> {
  for (const slot of ['PG', 'JOKER']) await member.request(activateGame, { params: { slot } })
  await move(member, 'PG', 300)
}

import { expect } from 'vitest'
import { transfer } from '#api/contract/wallet.ts'
import type { TestMember, TestServer } from '../modules/test-server.ts'
import type { queriesOf } from './test-plans.ts'

/** Begins a transfer of so many baht into a game whose provider gives no answer until `release` is called. */
export async function heldTransfer({ context }: TestServer, { request }: TestMember, amount: number) {
  const { games } = context.providers
  const own = games.move
  let release = () => {}
  const asksProvider = new Promise<void>((resolve) => {
    games.move = async (given) => {
      resolve()
      await new Promise<void>((answer) => {
        release = answer
      })
      await own(given)
    }
  })
  const running = request(transfer, { body: { from: 'WALLET', to: 'PG', amount } })
  await asksProvider
  games.move = own
  return { running, release }
}

/**
 * Sends an operation while a transfer of 400 baht of the member runs, and runs `meanwhile` once it has read what it plans by. `asked`:
 * the server's queries.
 */
export async function behindTransfer<Reply>(
  server: TestServer,
  asked: ReturnType<typeof queriesOf>,
  member: TestMember,
  send: () => Promise<Reply>,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Reply> {
  const { running, release } = await heldTransfer(server, member, 400)
  asked.length = 0
  const second = send()
  await expect.poll(() => asked.some(({ query }) => query.includes('member_funds'))).toBe(true)
  await meanwhile()
  release()
  expect((await running).status).toBe(200)
  return second
}

import { expect, test } from 'vitest'
import { activateGame, getWallet, transfer } from '#api/contract/wallet.ts'
import { describeOnEach } from '../../database/test-database.ts'
import { openTestServer } from '../test-server.ts'

const CONNECTIONS = 3
const AT_ONCE = 20

describeOnEach('a provider that does not answer', (open, kind) => {
  // The embedded database has one connection, which the transfer holds.
  test.skipIf(kind === 'pglite')(
    'one member’s many transfers leave connections to other members, and all are done once it answers',
    async () => {
      const server = await openTestServer(() => open({ poolSize: CONNECTIONS }))
      const { games } = server.context.providers
      const held: (() => void)[] = []
      const answer = games.move.bind(games)
      games.move = async (move) => {
        await new Promise<void>((resolve) => held.push(resolve))
        await answer(move)
      }
      const member = await server.newMember({ wallet: 100_000 })
      await member.request(activateGame, { params: { slot: 'PG' } })
      const other = await server.newMember({ wallet: 5_000 })
      const sent = Array.from({ length: AT_ONCE }, () =>
        member.request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 10 } }),
      )
      await expect.poll(() => held.length).toBe(1)
      expect((await other.request(getWallet)).status).toBe(200)
      expect(held).toHaveLength(1)
      games.move = answer
      held[0]?.()
      const answers = await Promise.all(sent)
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 200))
      expect(await member.wallet()).toBe(80_000)
      await server.expectBalancedLedger()
    },
  )
})

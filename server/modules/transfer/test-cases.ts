import { collect } from '#api/contract/collect.ts'
import { transfer, transferAll } from '#api/contract/wallet.ts'
import type { CodeWays, WaysOfCall } from '../../http/test-code-world.ts'
import { ofPlay } from '../limits/test-refused-by-limits.ts'
import { fillGame, GAMES, move } from '../test-games.ts'
import { type MoneyOperation, moneyOperation, nothing, pick } from '../test-money-operation.ts'
import type { TestMember } from '../test-server.ts'

const SIDES = ['WALLET', ...GAMES, 'CHESS']

async function fillBothGames(member: TestMember): Promise<void> {
  await fillGame(member)
  await move(member, 'JOKER', 100)
}

export const moneyOperations: readonly MoneyOperation[] = [
  moneyOperation(transfer, {
    cases: {
      'a transfer into a game': async ({ member }) => {
        await fillGame(member)
        return { body: { from: 'WALLET', to: 'PG', amount: 99.5 } }
      },
      'a transfer between games': async ({ member }) => {
        await fillGame(member)
        return { body: { from: 'PG', to: 'JOKER', amount: 120 } }
      },
    },
    drawn: ({ one, other, amount }) => ({
      body: { from: pick(SIDES, one) ?? '', to: pick(SIDES, other) ?? '', amount },
    }),
  }),
  moneyOperation(transferAll, {
    cases: {
      'a transfer of everything into a game': async ({ member }) => {
        await fillGame(member)
        return { body: { to: 'JOKER' } }
      },
      'a transfer of everything back': async ({ member }) => {
        await fillBothGames(member)
        return { body: { to: 'WALLET' } }
      },
    },
    drawn: ({ other }) => ({ body: { to: pick(SIDES, other) ?? '' } }),
  }),
  moneyOperation(collect, {
    goesOn: true,
    cases: {
      'everything collected': async ({ member }) => {
        await fillBothGames(member)
        return {}
      },
    },
    drawn: nothing,
  }),
]

const moveAll = ({ request }: TestMember, to = 'PG') => request(transferAll, { body: { to } })

/** What both calls refuse. */
const ofTransfer = (send: (member: TestMember, to: string) => Promise<unknown>): WaysOfCall => ({
  ...ofPlay((member) => send(member, 'PG')),
  NO_GAME: async ({ player }) => send(await player(), 'CHESS'),
  SLOT_NO_ACCOUNT: async ({ player }) => send(await player(), 'JOKER'),
  TRANSFER_FAIL: async ({ armed, player }) => {
    const member = await player()
    return armed('game:PG', () => send(member, 'PG'))
  },
})

export const codes: CodeWays = {
  transfer: {
    ...ofTransfer(move),
    TRANSFER_MINIMUM: async ({ player }) => move(await player(), 'PG', 0.99),
    MONEY_NOT_ENOUGH: async ({ player }) => move(await player(), 'PG', 5000),
  },
  transferAll: ofTransfer(moveAll),
}

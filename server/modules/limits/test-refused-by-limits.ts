import { setLimit, setTimeLimit } from '#api/contract/limits.ts'
import type { WaysOfCall } from '../../http/test-code-world.ts'
import type { TestMember } from '../test-server.ts'

type Send = (member: TestMember) => Promise<unknown>

const onBreak = (send: Send): WaysOfCall => ({
  PLAY_BREAK: async ({ player, pause }) => {
    const member = await player()
    await pause(member.id)
    return send(member)
  },
})

/** What keeps a member from asking for a deposit. */
export const ofDeposit = (send: Send): WaysOfCall => ({
  ...onBreak(send),
  DEPOSIT_LIMIT: async ({ player }) => {
    const member = await player()
    await member.request(setLimit, { body: { kind: 'deposit', period: 'month', amount: 0 } })
    return send(member)
  },
})

/** What keeps a member from moving money into a game. */
export const ofPlay = (send: Send): WaysOfCall => ({
  ...onBreak(send),
  LOSS_LIMIT: async ({ player }) => {
    const member = await player()
    await member.request(setLimit, { body: { kind: 'loss', period: 'day', amount: 1 } })
    return send(member)
  },
  TIME_LIMIT: async ({ player }) => {
    const member = await player()
    await member.request(setTimeLimit, { body: { period: 'day', minutes: 0 } })
    return send(member)
  },
})

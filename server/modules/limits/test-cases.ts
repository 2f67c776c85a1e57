import { eq } from 'drizzle-orm'
import { activateBonus } from '#api/contract/bonus.ts'
import type { Body } from '#api/contract/call.ts'
import {
  confirmLimit,
  confirmTimeLimit,
  payOutOwed,
  setLimit,
  setTimeLimit,
  showOwed,
  takeBreak,
} from '#api/contract/limits.ts'
import { HOUR } from '../../clock.ts'
import { members } from '../../database/schema/members.ts'
import type { Client } from '../../http/test-app.ts'
import type { CodeWays, CodeWorld, WaysOfCall } from '../../http/test-code-world.ts'
import type { OtherOperations } from '../test-money-operation.ts'
import * as breaks from './test-breaks.ts'

export const otherOperations: OtherOperations = {
  'they change what the member may do from then on': [
    'setLimit',
    'confirmLimit',
    'setTimeLimit',
    'confirmTimeLimit',
    'setRealityCheck',
  ],
  'it signs out, and calls money back: breaks.test.ts and pay-out-owed.test.ts': ['takeBreak'],
  'it takes no token, and a member on a break: pay-out-owed.test.ts and limits-laws.test.ts': ['payOutOwed'],
}
/** A self-exclusion asks for the password some time after the sign-in. */
async function lateMember({ server, signedIn }: CodeWorld) {
  const member = await signedIn()
  server.clock.advance(HOUR)
  return member
}
const exclude = (request: Client, password?: string) =>
  request(takeBreak, { body: { kind: 'exclusion', months: 6, password } })

/** What both calls of a member on a break refuse. */
const ofOwed = (send: (request: Client, body: Body<typeof showOwed>) => Promise<unknown>): WaysOfCall => ({
  WRONG_CREDENTIAL: async ({ server, visitor }) => {
    const { username } = await breaks.player(server)
    return send(visitor, { username, password: 'wrong' })
  },
  INACTIVE_USER: async ({ server, visitor }) => {
    const { id, username } = await breaks.player(server)
    await server.db.update(members).set({ status: 'inactive' }).where(eq(members.id, id))
    return send(visitor, { username, password: breaks.password })
  },
  REQUEST_LIMIT_1MIN: async ({ server, busy }) => {
    const { username } = await breaks.player(server)
    return busy('', ({ request }) => send(request, { username, password: breaks.password }))
  },
})

/** What a member with this much money is answered who excludes himself and asks for it. */
async function payOutExcluded(
  { server }: CodeWorld,
  wallet: number,
  change: Partial<typeof members.$inferInsert> = {},
) {
  const member = await breaks.player(server, wallet)
  await server.db
    .update(members)
    .set({ status: 'active', ...change })
    .where(eq(members.id, member.id))
  await breaks.exclude(member)
  return breaks.payOut(server, member)
}

export const codes: CodeWays = {
  confirmLimit: {
    LIMIT_WAIT: async ({ player }) => {
      const { request } = await player()
      const name = { kind: 'loss', period: 'day' } as const
      for (const amount of [1, 2]) await request(setLimit, { body: { ...name, amount } })
      return request(confirmLimit, { body: name })
    },
  },
  confirmTimeLimit: {
    LIMIT_WAIT: async ({ player }) => {
      const { request } = await player()
      const name = { period: 'day' } as const
      for (const minutes of [1, 2]) await request(setTimeLimit, { body: { ...name, minutes } })
      return request(confirmTimeLimit, { body: name })
    },
  },
  takeBreak: {
    WRONG_PASSWORD: async (world) => exclude((await lateMember(world)).request),
    REQUEST_LIMIT_1MIN: async (world) => {
      const { request: signedIn, password } = await lateMember(world)
      return world.busy(signedIn.token, ({ request }) => exclude(request, password))
    },
  },
  showOwed: ofOwed((request, body) => request(showOwed, { body })),
  payOutOwed: {
    ...ofOwed((request, body) => request(payOutOwed, { body })),
    NO_BANK: (world) =>
      payOutExcluded(world, 10_000, { bankCode: null, bankAccountName: null, bankAccountNo: null }),
    WITHDRAW_HOLD: (world) => payOutExcluded(world, 10_000, { bankChangedAt: world.server.clock.now() }),
    MONEY_NOT_ENOUGH: (world) => payOutExcluded(world, 0),
    BONUS_CONDITION: async ({ server }) => {
      const member = await breaks.player(server, 10_000)
      await member.request(activateBonus, { params: { code: 'WELCOME' } })
      await breaks.pause(member)
      return breaks.payOut(server, member)
    },
  },
}

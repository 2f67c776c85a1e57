import { confirmLimit, setLimit, setTimeLimit, takeBreak } from '#api/contract/limits.ts'
import { login } from '#api/contract/login.ts'
import { createQr } from '#api/contract/qrcode.ts'
import { clientOf } from '../../http/test-app.ts'
import type { CodeWays } from '../../http/test-code-world.ts'
import { move } from '../test-games.ts'
import type { OtherOperations } from '../test-money-operation.ts'

export const otherOperations: OtherOperations = {
  'they change what the member may do from then on': [
    'setLimit',
    'confirmLimit',
    'setTimeLimit',
    'confirmTimeLimit',
    'setRealityCheck',
  ],
  'it signs out, and withdraws waiting QR codes: pay-out-owed.test.ts pays one of them': ['takeBreak'],
  'it takes no token, and a member on a break: pay-out-owed.test.ts and limits-laws.test.ts': ['payOutOwed'],
}

export const codes: CodeWays = {
  LOSS_LIMIT: async ({ player }) => {
    const member = await player()
    await member.request(setLimit, { body: { kind: 'loss', period: 'day', amount: 1 } })
    return move(member, 'PG')
  },
  TIME_LIMIT: async ({ player }) => {
    const member = await player()
    await member.request(setTimeLimit, { body: { period: 'day', minutes: 0 } })
    return move(member, 'PG')
  },
  DEPOSIT_LIMIT: async ({ player }) => {
    const { request } = await player()
    await request(setLimit, { body: { kind: 'deposit', period: 'month', amount: 1 } })
    return request(createQr, { params: { code: 'KBANK' }, body: { amount: 100 } })
  },
  LIMIT_WAIT: async ({ player }) => {
    const { request } = await player()
    const name = { kind: 'loss', period: 'day' } as const
    for (const amount of [1, 2]) await request(setLimit, { body: { ...name, amount } })
    return request(confirmLimit, { body: name })
  },
  PLAY_BREAK: async ({ server, visitor, hired }) => {
    const { username, password } = await hired()
    const { body } = await visitor(login, { body: { username, password } })
    await clientOf(server.app, body.token)(takeBreak, { body: { kind: 'break', hours: 24 } })
    return visitor(login, { body: { username, password } })
  },
}

import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { createAccount } from '#api/contract/account.ts'
import { claimInviteBonus } from '#api/contract/invite.ts'
import { login } from '#api/contract/login.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { uploadSlip } from '#api/contract/slip.ts'
import type { Connection } from '../database/database.ts'
import { isRolledBack } from '../database/query.ts'
import { otpChallenges, rateLimits } from '../database/schema/access.ts'
import { slips } from '../database/schema/deposits.ts'
import { members, sessions } from '../database/schema/members.ts'
import { writeSetting } from '../database/settings.ts'
import { describeOnEach } from '../database/test-database.ts'
import { FaultInjector } from '../database/test-fault-injection.ts'
import { pngOf } from '../files/test-pictures.ts'
import { readSms } from '../modules/otp/test-otp.ts'
import { faultyProgram, saysFailed } from '../modules/test-crash.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import type { Client } from './test-app.ts'

interface Prepared {
  token?: string
  send: (request: Client) => Promise<{ status: number; body: { message?: string } }>
  /** What the call changes. */
  state: () => Promise<string | number>
}

let persons = 0
function newPerson() {
  persons += 1
  const digits = String(persons).padStart(8, '0')
  const bank = { bankCode: 'SCB', bankAccountName: 'SOMYING', bankAccountNo: `66${digits}` }
  return { name: 'Somying', username: `09${digits}`, password: 'secret-1', ...bank }
}

describeOnEach('a call with a code for its own failure', (open) => {
  let server: TestServer
  let connection: Connection
  let visitor: Client
  beforeAll(async () => {
    server = await openTestServer(async () => (connection = await open()))
    await writeSetting(server.db, 'registerOTP', false)
    visitor = await server.client()
    await visitor(createAccount, { body: hired })
  })

  const hired = newPerson()

  const calls: Record<string, () => Promise<Prepared>> = {
    'a registration': async () => {
      const body = newPerson()
      const mine = eq(members.username, body.username)
      const state = () => server.db.$count(members, mine)
      return { send: (request) => request(createAccount, { body }), state }
    },
    'a sign-in': async () => {
      const { username, password } = hired
      const send: Prepared['send'] = (request) => request(login, { body: { username, password } })
      return { send, state: () => server.db.$count(sessions) }
    },
    'a code typed': async () => {
      const { username: phoneNumber } = newPerson()
      const { otpToken } = (await visitor(sendOtp, { body: { phoneNumber } })).body
      const { code: otpCode } = await readSms(server.db, phoneNumber)
      const state = async () => {
        const mine = eq(otpChallenges.phone, phoneNumber)
        const [row] = await server.db.select({ at: otpChallenges.verifiedAt }).from(otpChallenges).where(mine)
        return String(row?.at)
      }
      return { send: (request) => request(verifyOtp, { body: { otpToken, otpCode } }), state }
    },
    'a slip': async () => {
      const { id, request } = await server.newMember()
      const file = new File([pngOf({ edge: 100, mib: 0 })], 'slip.png', { type: 'image/png' })
      const state = () => server.db.$count(slips, eq(slips.memberId, id))
      return { token: request.token, send: (faulty) => faulty(uploadSlip, { file }), state }
    },
    'an invite bonus': async () => {
      const { id, request, wallet } = await server.newMember()
      await server.newMember({ invitedBy: id, wallet: 10_000 })
      return { token: request.token, send: (faulty) => faulty(claimInviteBonus), state: wallet }
    },
  }

  test.each(Object.entries(calls))(
    'that says it failed has changed nothing, whichever answer of the database is lost: %s',
    async (_, prepare) => {
      const untrue: string[] = []
      let isLost = false
      for (let at = 1; ; at += 1) {
        await server.db.delete(rateLimits)
        const { token = '', send, state } = await prepare()
        const before = await state()
        const faults = new FaultInjector(at, true)
        const faulty = faultyProgram(server.context, connection, token, faults)
        const answer = await send(faulty.request)
        await faulty.close()
        if (!faults.failed) break
        const isChanged = (await state()) !== before
        if (saysFailed(answer) && isChanged) untrue.push(`${answer.body.message} at step ${at}`)
        isLost ||= answer.status === 500 && isChanged
      }
      expect(untrue).toEqual([])
      expect(isLost).toBe(true)
    },
  )

  test('a slip keeps its picture as long as nobody can say whether it was taken', async () => {
    const remove = vi.spyOn(server.context.providers.files, 'remove')
    const removed: boolean[] = []
    for (let at = 1; ; at += 1) {
      remove.mockClear()
      await server.db.delete(rateLimits)
      const { token = '', send } = await calls['a slip']!()
      const faults = new FaultInjector(at, true)
      const faulty = faultyProgram(server.context, connection, token, faults)
      const answer = await send(faulty.request)
      await faulty.close()
      if (!faults.failed) break
      if (answer.status === 500 && !saysFailed(answer)) removed.push(remove.mock.calls.length > 0)
    }
    // The commit did not arrive, or its answer did not.
    expect(removed.slice(-2)).toEqual([false, false])
  })
})

test.each([
  ['23505', 'ERROR', true],
  ['57014', 'ERROR', true],
  ['57P01', 'FATAL', false],
  ['53100', 'PANIC', false],
  // A pooler's own.
  ['08P01', 'ERROR', false],
  ['40003', 'ERROR', false],
  ['EPIPE', undefined, false],
])('%s (%s) says that nothing was committed: %s', (code, severity, expected) => {
  const cause = Object.assign(new Error('from the driver'), { code, severity })
  expect(isRolledBack(new Error('from drizzle', { cause }))).toBe(expected)
})

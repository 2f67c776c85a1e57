import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as account from '#api/contract/account.ts'
import { addBankAccount } from '#api/contract/bank-account.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { spin } from '#api/contract/spinwheel.ts'
import * as wallet from '#api/contract/wallet.ts'
import { grantProof } from '../auth/one-time-codes.ts'
import type { Connection } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { spinSlices } from '../database/schema/spin.ts'
import { settings } from '../database/schema/site.ts'
import { refusingWrites } from '../database/test-refusing-writes.ts'
import { reportResult } from '../modules/games/report-result.ts'
import type { Setting, SettingKey } from '../database/settings.ts'
import { programOf } from '../modules/test-crash.ts'
import { openTestServer, type TestMember } from '../modules/test-server.ts'
import { readSms } from '../modules/otp/test-otp.ts'

let phones = 0
export const newPhone = () => `09${String((phones += 1)).padStart(8, '0')}`
let accounts = 0
export const newAccountNo = () => `55${String((accounts += 1)).padStart(8, '0')}`

export type CodeWorld = Awaited<ReturnType<typeof openCodeWorld>>

/** How codes come about: each way ends in the answer that carries its code. */
export type CodeWays = Partial<Record<ErrorCode, (world: CodeWorld) => Promise<unknown>>>

/** A server whose wheel always gives the same prize, and what most ways begin with. */
export async function openCodeWorld(open: () => Promise<Connection>) {
  const server = await openTestServer(open, { REQUESTS_PER_MINUTE: '0' })
  const visitor = await server.client()
  await server.db.update(spinSlices).set({ weight: 0 })
  await server.db.update(spinSlices).set({ weight: 1 }).where(eq(spinSlices.code, 'B20'))

  async function challenge(phone = newPhone()) {
    const { otpToken } = (await visitor(sendOtp, { body: { phoneNumber: phone } })).body
    const { code } = await readSms(server.db, phone)
    return { phone, otpToken, code, wrong: code === '000000' ? '111111' : '000000' }
  }
  const verify = (otpToken: string, otpCode: string) => visitor(verifyOtp, { body: { otpToken, otpCode } })
  async function registration(more: object = {}) {
    const { phone, otpToken, code } = await challenge()
    await verify(otpToken, code)
    return {
      name: 'Somying',
      username: phone,
      password: 'secret-1',
      bankCode: 'SCB',
      bankAccountName: 'SOMYING',
      bankAccountNo: newAccountNo(),
      otpToken,
      ...more,
    }
  }
  const register = async (more: object = {}) =>
    visitor(account.createAccount, { body: await registration(more) })
  async function hired(password = 'secret-1') {
    const body = await registration({ password })
    await visitor(account.createAccount, { body })
    return body
  }
  async function setting<Key extends SettingKey>(
    key: Key,
    value: Setting<Key>,
    work: () => Promise<unknown>,
  ) {
    const [before] = await server.db.select().from(settings).where(eq(settings.key, key))
    const row = { key, value }
    await server.db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
    const answer = await work()
    await (before
      ? server.db.update(settings).set(before).where(eq(settings.key, key))
      : server.db.delete(settings).where(eq(settings.key, key)))
    return answer
  }
  const armed = async (name: string, work: () => Promise<unknown>) => {
    await server.submitForm('/switches', { name })
    return work()
  }
  async function player(money = 100_000): Promise<TestMember> {
    const member = await server.newMember({ wallet: money })
    await member.request(wallet.activateGame, { params: { slot: 'PG' } })
    return member
  }
  async function loser() {
    const member = await player()
    await member.request(wallet.transferAll, { body: { to: 'PG' } })
    const result = { memberId: member.id, gameCode: 'PG', amount: -20_000, round: randomUUID() }
    await transact(server.db, (tx) => reportResult(tx, result, server.clock.now()))
    return member
  }
  async function inviter(friendsMoney?: number) {
    const member = await server.newMember()
    if (friendsMoney !== undefined) await server.newMember({ invitedBy: member.id, wallet: friendsMoney })
    return member
  }
  async function winner() {
    const member = await server.newMember({ wallet: 10_000 })
    await member.request(spin)
    return member
  }
  async function owner() {
    const username = newPhone()
    return { ...(await server.newMember({ username })), username }
  }
  async function addAccount({ request, username }: TestMember & { username: string }, more: object = {}) {
    const otpToken = await grantProof(
      server.db,
      { phone: username, purpose: 'bank-account' },
      server.clock.now(),
    )
    const given = { bankCode: 'SCB', bankAccountName: 'SOMCHAI', bankAccountNo: newAccountNo(), ...more }
    return request(addBankAccount, { body: { ...given, otpToken } })
  }

  /** The database refuses what the call writes. */
  const broken = (token: string, request: (world: { request: TestMember['request'] }) => Promise<unknown>) =>
    request(programOf({ ...server.context, db: refusingWrites(server.db), forReads: undefined }, token))

  return {
    server,
    visitor,
    challenge,
    verify,
    registration,
    register,
    hired,
    setting,
    armed,
    player,
    loser,
    inviter,
    winner,
    owner,
    addAccount,
    broken,
  }
}

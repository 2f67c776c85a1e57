import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as account from '#api/contract/account.ts'
import { addBankAccount } from '#api/contract/bank-account.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import { sendOtp, verifyOtp } from '#api/contract/otp.ts'
import { spin } from '#api/contract/spinwheel.ts'
import { activateGame } from '#api/contract/game-account.ts'
import * as wallet from '#api/contract/wallet.ts'
import { login } from '#api/contract/login.ts'
import { memberIdOf } from '../auth/member-by-phone.ts'
import { grantProof } from '../auth/one-time-codes.ts'
import { beginBreak } from '../auth/play-breaks.ts'
import { DAY, later } from '../clock.ts'
import type { Connection } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { spinSlices } from '../database/schema/spin.ts'
import { settings } from '../database/schema/site.ts'
import { refusingWrites } from '../database/test-refusing-writes.ts'
import { reportResult } from '../modules/games/report-result.ts'
import type { Setting, SettingKey } from '../database/settings.ts'
import { programOf } from '../modules/test-crash.ts'
import { openTestServer, type TestMember } from '../modules/test-server.ts'
import { tooManyPasswords } from './api-error.ts'
import { type Client, clientOf } from './test-app.ts'
import { readSms } from '../modules/otp/test-otp.ts'

let phones = 0
export const newPhone = () => `09${String((phones += 1)).padStart(8, '0')}`
let accounts = 0
export const newAccountNo = () => `55${String((accounts += 1)).padStart(8, '0')}`

export type CodeWorld = Awaited<ReturnType<typeof openCodeWorld>>

/** How the codes of one call come about: each way ends in the answer of that call which carries the code. */
export type WaysOfCall = Partial<Record<ErrorCode, (world: CodeWorld) => Promise<unknown>>>

/** By the id of the call. */
export type CodeWays = Readonly<Record<string, WaysOfCall>>

/** A server whose wheel always gives the same prize, and what most ways begin with. */
export async function openCodeWorld(open: () => Promise<Connection>) {
  const server = await openTestServer(open, { REQUESTS_PER_MINUTE: '0' })
  const visitor = await server.client()
  await server.db.update(spinSlices).set({ weight: 0 })
  await server.db.update(spinSlices).set({ weight: 1 }).where(eq(spinSlices.code, 'B20'))

  const proofOf = (phone: string, purpose: Parameters<typeof grantProof>[1]['purpose']) =>
    grantProof(server.db, { phone, purpose }, server.clock.now())
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
  /** A registered member who has signed in. */
  async function signedIn() {
    const { username, password } = await hired()
    const { body } = await visitor(login, { body: { username, password } })
    return { username, password, request: clientOf(server.app, body.token) }
  }
  /** The member is on a break, and still signed in, as for a moment while the break begins. */
  async function pause(memberId: string) {
    const startsAt = server.clock.now()
    const taken = { memberId, kind: 'break', startsAt, endsAt: later(startsAt, DAY) } as const
    await beginBreak(server.db, taken, undefined)
  }
  const pauseOwner = async (phone: string) => pause((await memberIdOf(server.db, phone)) ?? '')
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
    await member.request(activateGame, { params: { slot: 'PG' } })
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
    const otpToken = await proofOf(username, 'bank-account')
    const given = { bankCode: 'SCB', bankAccountName: 'SOMCHAI', bankAccountNo: newAccountNo(), otpToken }
    return request(addBankAccount, { body: { ...given, ...more } })
  }

  /** The database refuses what the call writes. */
  const broken = (token: string, request: (world: { request: Client }) => Promise<unknown>) =>
    request(programOf({ ...server.context, db: refusingWrites(server.db), forReads: undefined }, token))
  /** Too many passwords wait to be hashed. */
  const busy = (token: string, request: (world: { request: Client }) => Promise<unknown>) => {
    const full = () => Promise.reject(tooManyPasswords())
    const passwords = { hash: full, matches: full, matchesNobody: full }
    return request(programOf({ ...server.context, passwords }, token))
  }

  return {
    server,
    visitor,
    challenge,
    verify,
    proofOf,
    registration,
    register,
    hired,
    signedIn,
    pause,
    pauseOwner,
    setting,
    armed,
    player,
    loser,
    inviter,
    winner,
    owner,
    addAccount,
    broken,
    busy,
  }
}

import { randomUUID } from 'node:crypto'
import type { Sandbox } from './sandbox.ts'

export interface TestMember {
  phone: string
  password: string
  name: string
  bankAccountNo: string
  token: string
}

/** Phone and account numbers are unique in a run: each process counts from its own start. */
let last = Number(process.env['TEST_WORKER_INDEX'] ?? 0) * 1000
export function newNumbers(): { phone: string; bankAccountNo: string } {
  last += 1
  const tail = String(last).padStart(6, '0')
  return { phone: `0891${tail}`, bankAccountNo: `7310${tail}` }
}

/** Calls the API as the app would. Throws if the call is refused. */
export async function callApi(origin: string, method: string, path: string, body?: object, token?: string) {
  const response = await fetch(origin + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply: unknown = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`)
  return reply as Record<string, unknown>
}

/** The member's wallet at the backend in baht, and the number of statement rows of a type. */
export async function balanceAndRows(origin: string, { token }: TestMember, kind: string) {
  const { wallet } = await callApi(origin, 'GET', '/api/wallet', undefined, token)
  const { statements } = await callApi(origin, 'POST', '/api/statement', { page: 1, limit: 50 }, token)
  const rows = statements as { statementType: string }[]
  const { amount } = wallet as { amount: number }
  return { amount, rows: rows.filter(({ statementType }) => statementType === kind).length }
}

export interface MemberDetails {
  name?: string
  bankCode?: string
  bankAccountName?: string
  inviteCode?: string
}

/** Registers and signs in a member through the API, with the code from the sandbox. The turnover of their money is met. */
export async function registerMember(
  sandbox: Sandbox,
  baht = 0,
  details: MemberDetails = {},
): Promise<TestMember> {
  const { phone, bankAccountNo } = newNumbers()
  const { name = 'มะลิ ใจดี', bankCode = 'KBANK', bankAccountName = name, inviteCode } = details
  const password = 'petal-and-river-9'
  const post = (path: string, body: object) => callApi(sandbox.origin, 'POST', path, body)
  const { otpToken } = await post('/api/otp/send', { phoneNumber: phone })
  await post('/api/otp/verify', { otpToken, otpCode: await sandbox.codeFor(phone) })
  const bank = { bankCode, bankAccountName, bankAccountNo }
  await post('/api/account', { name, username: phone, password, inviteCode, otpToken, ...bank })
  const { token } = await post('/api/login', { username: phone, password })
  if (baht > 0) {
    await sandbox.deposit(phone, baht)
    await sandbox.play(phone, baht)
  }
  return { phone, password, name, bankAccountNo, token: String(token) }
}

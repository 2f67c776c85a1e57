import { beforeAll, expect, test } from 'vitest'
import type { Call } from '#api/contract/call.ts'
import { errorCodes } from '#api/contract/error-codes.ts'
import { addMember, describeOnEmbedded } from '../database/test-database.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import { addressOf, contractCalls, fieldsOf } from './test-contract.ts'

const named = contractCalls.map((call) => [call.id, call] as const)
const withBody = named.filter(([, call]) => call.body !== undefined)
const withFields = withBody.filter(([, call]) => fieldsOf(call).required.length > 0)
const withParams = named.filter(([, call]) => call.path.includes(':'))
const ofMembers = named.filter(([, call]) => call.access === 'member')
const acting = named.filter(([, call]) => call.changes)

describeOnEmbedded('what comes in', (open) => {
  let t: TestApp
  let token: string

  beforeAll(async () => {
    t = await openTestApp(open, { seeded: true })
    token = (await t.client(await addMember(t.db))).token
  })

  async function send(call: Call, init: RequestInit = {}, address = addressOf(call)) {
    const headers = new Headers({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' })
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const response = await t.app.request(address, { method: call.method, ...init, headers })
    const body = (await response.json()) as { message?: string }
    return { status: response.status, message: body.message, headers: response.headers }
  }
  const sendAll = async (call: Call, bodies: readonly BodyInit[]) => {
    const answers: string[] = []
    for (const body of bodies) {
      const { status, message } = await send(call, { body })
      answers.push(`${status} ${message}`)
    }
    return answers
  }

  test.each(withBody)('%s: a body that is none', async (_, call) => {
    const bodies = ['', '  ', '{', '{"a":', 'nonsense', '{"a":1}}', new Uint8Array([0xff, 0xfe])]
    expect(await sendAll(call, bodies)).toEqual(bodies.map(() => '400 NO_DATA'))
  })

  test.each(withBody)('%s: a body of another shape', async (_, call) => {
    const bodies = ['null', '1', '"text"', '[]', 'true', '[[[[[]]]]]', '{"\\u0000":1}', '{"a":"\\u0000"}']
    expect(await sendAll(call, bodies)).toEqual(bodies.map(() => '400 KEY_INVALID'))
  })

  test.each(withFields)('%s: fields that are missing', async (_, call) => {
    expect(await sendAll(call, ['{}', '{"__proto__":{}}'])).toEqual(['400 KEY_MISSING', '400 KEY_MISSING'])
  })

  test.each(withFields)('%s: fields of a wrong type', async (_, call) => {
    const filledWith = (value: unknown) =>
      JSON.stringify(Object.fromEntries(fieldsOf(call).all.map((field) => [field, value])))
    const bodies = [{ a: 1 }, [1], true, null, '', 'x'.repeat(5000)].map((value) => filledWith(value))
    expect(await sendAll(call, bodies)).toEqual(bodies.map(() => '400 KEY_INVALID'))
  })

  test.each(withBody)('%s: a body that is too large or too deep', async (_, call) => {
    const large = JSON.stringify({ padding: 'x'.repeat(64 * 1024) })
    const deep = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    const [first, second] = await sendAll(call, [large, deep])
    expect(first).toBe('400 KEY_INVALID')
    expect(second).not.toMatch(/^5/u)
  })

  test.each(withParams)('%s: parameters that cannot be any', async (_, call) => {
    for (const value of ['%00', 'a%00b', '%0a', 'x'.repeat(201)]) {
      expect(await send(call, { body: bodyFor(call) }, addressOf(call, value))).toMatchObject({
        status: 400,
        message: 'KEY_INVALID',
      })
    }
  })

  test.each(withParams)('%s: parameters that nobody has', async (_, call) => {
    for (const value of ["'; drop table members; --", '..%2f..', '%F0%9F%92%A9', '%E0%A4%A', '__proto__']) {
      const { status } = await send(call, { body: bodyFor(call) }, addressOf(call, value))
      expect([value, status]).not.toEqual([value, 500])
    }
  })

  test.each(ofMembers)('%s: nobody without a token', async (_, call) => {
    const { status, message, headers } = await send(call, { headers: { Authorization: 'Bearer nonsense' } })
    expect([status, message]).toEqual([401, 'UNAUTHORIZED'])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each(acting)('%s: a key that is no UUID', async (_, call) => {
    const headers = { 'Idempotency-Key': 'nonsense' }
    expect((await send(call, { headers, body: bodyFor(call) })).status).toBe(400)
  })

  test.each(acting.filter(([, call]) => call.method === 'GET'))(
    '%s: looking is not doing',
    async (_, call) => {
      const headers = { Authorization: `Bearer ${token}` }
      const response = await t.app.request(addressOf(call), { method: 'HEAD', headers })
      expect(response.status).toBe(405)
    },
  )

  test.each(named)('%s: an answer is JSON, and says what is wrong with a known code', async (_, call) => {
    const { status, message, headers } = await send(call, { body: bodyFor(call) })
    expect(headers.get('content-type')).toContain('application/json')
    expect(status).toBeLessThan(500)
    expect(status < 400 || errorCodes.some((code) => code === message)).toBe(true)
  })

  test('a wrong method says which is right; an unknown address has no data', async () => {
    const wrong = await t.app.request('/api/login', { method: 'PUT' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
    for (const path of ['/api', '/api/', '/api/nothing', '/api/login/']) {
      const response = await t.app.request(path, { method: 'POST' })
      expect([path, response.status, await response.json()]).toEqual([path, 404, { message: 'NO_DATA' }])
    }
  })

  test('both spellings of the one path with a slash at its end are answered', async () => {
    for (const path of ['/api/chat/read-customer/', '/api/chat/read-customer']) {
      expect((await t.app.request(path, { method: 'PUT', body: '{}' })).status).not.toBe(404)
    }
  })
})

const bodyFor = (call: Call) => (call.body ? '{}' : undefined)

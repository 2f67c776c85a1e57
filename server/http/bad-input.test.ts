import { beforeAll, expect, test } from 'vitest'
import type { Call } from '#api/contract/call.ts'
import { errorCodes } from '#api/contract/error-codes.ts'
import { addMember, describeOnEmbedded } from '../database/test-database.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import { checkDeclared } from './test-declared-codes.ts'
import { addressOf, contractCalls, fieldsOf } from './test-contract.ts'

const named = contractCalls.map((call) => [call.id, call] as const)
const withBody = named.filter(([, call]) => call.body !== undefined)
const uploads = named.filter(([, call]) => call.upload !== undefined)
const withFields = withBody.filter(([, call]) => fieldsOf(call).required.length > 0)
const withParams = named.filter(([, call]) => call.path.includes(':'))
const ofMembers = named.filter(([, call]) => call.access === 'member')
const acting = named.filter(([, call]) => call.changes)

/** Every form of the console with one of its fields. */
const consoleForms = [
  ['/transfers', 'phone'],
  ['/transfers', 'amount'],
  ['/transfers/tell', 'id'],
  ['/qr/pay', 'reference'],
  ['/qr/expire', 'reference'],
  ['/qr/credit', 'reference'],
  ['/withdrawals/settle', 'id'],
  ['/withdrawals/settle', 'shown'],
  ['/withdrawals/refuse', 'id'],
  ['/withdrawals/refuse', 'shown'],
  ['/withdrawals/inquire', 'id'],
  ['/withdrawals/hand-over', 'id'],
  ['/stuck', 'stuckAt'],
  ['/slips/make', 'minutes'],
  ['/slips/settle', 'reference'],
  ['/slips/refuse', 'reference'],
  ['/slips/gift', 'code'],
  ['/wheel/landing', 'phone'],
  ['/texts', 'conditions'],
  ['/switches', 'name'],
  ['/games/PG', 'username'],
  ['/games/PG/rounds', 'visit'],
] as const

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
    const body = (await response.json()) as { message?: string } | null
    if (!response.ok) checkDeclared(call, body?.message)
    return { status: response.status, message: body?.message, headers: response.headers }
  }
  const sendAll = async (call: Call, bodies: readonly BodyInit[]) => {
    const answers: string[] = []
    for (const body of bodies) {
      const { status, message } = await send(call, { body })
      answers.push(`${status} ${message}`)
    }
    return answers
  }

  test.each(withBody)('%s: an invalid body', async (_, call) => {
    const bodies = ['', '  ', '{', '{"a":', 'nonsense', '{"a":1}}', new Uint8Array([0xff, 0xfe])]
    expect(await sendAll(call, bodies)).toEqual(bodies.map(() => '400 NO_DATA'))
  })

  test.each(withBody)('%s: a body of another shape', async (_, call) => {
    const bodies = ['null', '1', '"text"', '[]', 'true', '[[[[[]]]]]']
    expect(await sendAll(call, bodies)).toEqual(bodies.map(() => '400 KEY_INVALID'))
  })

  test.each(withFields)('%s: missing fields', async (_, call) => {
    expect(await sendAll(call, ['{}', '{"b":{}}'])).toEqual(['400 KEY_MISSING', '400 KEY_MISSING'])
  })

  test.each(withFields)('%s: fields of a wrong type', async (_, call) => {
    const filledWith = (value: unknown) =>
      JSON.stringify(Object.fromEntries(fieldsOf(call).all.map((field) => [field, value])))
    const { all, objects } = fieldsOf(call)
    // Where an object is wanted and nothing else, another object is told what it lacks.
    const objectAnswer = objects.length === all.length ? '400 KEY_MISSING' : '400 KEY_INVALID'
    expect(await sendAll(call, [{ a: 1 }, [1]].map(filledWith))).toEqual([objectAnswer, objectAnswer])
    const bodies = [true, null, '', 'x'.repeat(5000)].map(filledWith)
    expect(await sendAll(call, bodies)).toEqual(bodies.map(() => '400 KEY_INVALID'))
  })

  test.each(withBody)('%s: a body that is too large or too deep', async (_, call) => {
    const large = JSON.stringify({ padding: 'x'.repeat(64 * 1024) })
    const deep = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    const wide = `{"a":[${'1,'.repeat(30_000)}1]}`
    const bodies = [large, deep, wide]
    expect(await sendAll(call, bodies)).toEqual(bodies.map(() => '400 KEY_INVALID'))
  })

  test.each(withBody)('%s: absurd values in any field', async (_, call) => {
    const values = [
      '"\\u0000"',
      '"a\\u0000b"',
      '"\\ud800"',
      '"\\udc00\\ud800"',
      '1e99',
      '-1e999',
      '{"__proto__":{}}',
    ]
    const fields = [...fieldsOf(call).all, 'other'].flatMap((field) =>
      values.flatMap((value) => [`{"${field}":${value}}`, `{"${field}":[{"a":${value}}]}`]),
    )
    const names = ['__proto__', '\\u0000', '\\ud800', 'x'.repeat(201)].map((name) => `{"${name}":1}`)
    const bodies = [...fields, ...names]
    expect(await sendAll(call, bodies)).toEqual(bodies.map(() => '400 KEY_INVALID'))
  })

  test.each(uploads)('%s: invalid upload forms', async (_, call) => {
    const answers: string[] = []
    for (const body of hostileForms()) {
      const { status, message } = await send(call, { body, headers: { 'Content-Type': multipart } })
      answers.push(`${status} ${message}`)
    }
    expect(answers).toEqual(answers.map(() => '400 KEY_INVALID'))
    // A form that cannot be parsed contains no file.
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary="a\\"b"', 'text/plain', '']) {
      const { status, message } = await send(call, { body: part(), headers: { 'Content-Type': type } })
      expect([status, message]).toEqual([400, 'SLIP_NO_FILE'])
    }
  })

  test.each(consoleForms)('the console\u2019s %s: absurd values', async (path, field) => {
    const urlencoded = 'application/x-www-form-urlencoded'
    const fields = ['%00', 'a%00b', '1e99', '-1e999'].map((value) => `${field}=${value}`)
    const forms = [...fields, '__proto__=1', '%00=1', `${'x'.repeat(201)}=1`, 'a=1&'.repeat(15_000)]
    const hostile = [
      ...forms.map((body) => [urlencoded, body] as const),
      ...hostileForms()
        .filter((body) => body.length < 60_000)
        .map((body) => [multipart, body] as const),
    ]
    for (const [type, body] of hostile) {
      const headers = { 'Content-Type': type }
      const response = await t.app.request(`/sandbox${path}`, { method: 'POST', body, headers })
      expect([response.status, await response.text()]).toEqual([
        400,
        expect.stringContaining('A field has what no form of the console sends.'),
      ])
    }
  })

  test.each([
    '/api/%00',
    '/api/files/%00',
    '/sandbox/chat/a%00b',
    '/sandbox/games/%ff',
    '/api/%zz',
    '/api/lookup/info?a=%00',
  ])('the address %s', async (address) => {
    const response = await t.app.request(address)
    expect([response.status, await response.json()]).toEqual([400, { message: 'KEY_INVALID' }])
  })

  test.each(withParams)('%s: malformed parameters', async (_, call) => {
    for (const value of ['%00', 'a%00b', '%0a', 'x'.repeat(201)]) {
      expect(await send(call, { body: bodyFor(call) }, addressOf(call, value))).toMatchObject({
        status: 400,
        message: 'KEY_INVALID',
      })
    }
  })

  test.each(withParams)('%s: unknown parameters', async (_, call) => {
    for (const value of ["'; drop table members; --", '..%2f..', '%F0%9F%92%A9', '%E0%A4%A', '__proto__']) {
      const { status } = await send(call, { body: bodyFor(call) }, addressOf(call, value))
      expect([value, status]).not.toEqual([value, 500])
    }
  })

  test.each(ofMembers)('%s: refused without a token', async (_, call) => {
    const { status, message, headers } = await send(call, { headers: { Authorization: 'Bearer nonsense' } })
    expect([status, message]).toEqual([401, 'UNAUTHORIZED'])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each(acting)('%s: a key that is not a UUID', async (_, call) => {
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

  test.each(named)('%s: every response is JSON, and errors have a known code', async (_, call) => {
    const { status, message, headers } = await send(call, { body: bodyFor(call) })
    expect(headers.get('content-type')).toContain('application/json')
    expect(status).toBeLessThan(500)
    expect(status < 400 || errorCodes.some((code) => code === message)).toBe(true)
  })

  test('a wrong method gets the allowed ones; an unknown address gets 404', async () => {
    const wrong = await t.app.request('/api/login', { method: 'PUT' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
    for (const path of ['/api', '/api/', '/api/nothing', '/api/login/']) {
      const response = await t.app.request(path, { method: 'POST' })
      expect([path, response.status, await response.json()]).toEqual([path, 404, { message: 'NO_DATA' }])
    }
  })

  test('the only path with a trailing slash works with and without it', async () => {
    for (const path of ['/api/chat/read-customer/', '/api/chat/read-customer']) {
      expect((await t.app.request(path, { method: 'PUT', body: '{}' })).status).not.toBe(404)
    }
  })
})

const boundary = '----form'
const multipart = `multipart/form-data; boundary=${boundary}`
const part = (name = 'file', value = '', more = '') =>
  `--${boundary}\r\n${more}Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

function hostileForms(): string[] {
  const bodies = [
    part().repeat(330_000),
    part('a').repeat(60),
    part('file', '', 'X-A: b\r\n'.repeat(1000)),
    part('\0'),
    part('__proto__'),
    part('a', 'a\0b'),
    part('a', '1e99'),
    part('file"; filename="\0'),
  ]
  return bodies.map((body) => `${body}--${boundary}--\r\n`)
}

const bodyFor = (call: Call) => (call.body ? '{}' : undefined)

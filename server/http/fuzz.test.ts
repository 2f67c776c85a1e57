import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnEach } from '../database/test-database.ts'
import { type TestServer, openTestServer, type TestMember } from '../modules/test-server.ts'
import { type FormSubmission, formsOn, formSubmissions, linksOn } from '../sandbox/test-console-forms.ts'
import { contractCalls } from './test-contract.ts'
import { checkDeclared } from './test-declared-codes.ts'
import { type Answer, fillIn, send, type Sent, show, writeForm } from './test-fuzz-client.ts'
import {
  callsOf,
  type Description,
  type FuzzedCall,
  type Operation,
  operationsOf,
  strangeHeaders,
} from './test-fuzz-calls.ts'
import { SeenValues } from './test-fuzz-values.ts'

const isLong = process.env['LONG'] === '1'
/** The calls for each database; some are sent twice. */
const CALLS = isLong ? 20_000 : 400
const MEMBERS = 4
const SECOND = 1000
/** The clock advances this much between calls, so that rate limits do not get in the way. */
const PAUSE = 20 * SECOND

describeOnEach('calls generated from the published description', (open) => {
  let server: TestServer
  let port: number
  let description: Description
  const members: TestMember[] = []
  const tokens: string[] = []
  const seen = new SeenValues()
  const pages = ['/sandbox']
  const counts = new Map<number, number>()
  const closers: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    server = await openTestServer(open)
    const httpServer = createAdaptorServer({ fetch: server.app.fetch }) as Server
    // A busy machine may pause for long: no connection may be closed while the next call is sent on it.
    httpServer.keepAliveTimeout = 0
    await new Promise<void>((resolve) => {
      httpServer.listen(0, '127.0.0.1', resolve)
    })
    port = (httpServer.address() as AddressInfo).port
    closers.push(() => new Promise((resolve) => httpServer.close(resolve)))
    for (let count = 0; count < MEMBERS; count += 1) {
      const member = await server.newMember({ wallet: 10_000_000 })
      members.push(member)
      tokens.push(member.request.token)
    }
    description = JSON.parse((await get('/api/openapi.json')).text) as Description
    seen.add('password', 'champa1234')
    for (const side of ['WALLET', 'pg', 'joker2']) seen.add('code', side)
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })

  async function get(path: string): Promise<Answer> {
    return send(port, { method: 'GET', path, headers: {}, body: Buffer.alloc(0) })
  }

  async function sendCounted(sent: Sent): Promise<Answer> {
    const answer = await send(port, sent)
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    if (answer.status < 500) return answer
    throw new Error(`${answer.status} ${answer.text}\n\n${show(sent)}\n\n${server.logged.at(-2)}`)
  }

  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  const checks = new Map<object, ReturnType<Ajv2020['compile']>>()

  /** A reply must match what is published for it, or for the method that was really used. */
  function checkReply({ id, method: own, path }: Operation, method: string, answer: Answer): void {
    // 431 is Node's own answer to headers past 16 KiB; our code is not called.
    if (method === 'HEAD' || answer.status === 204 || answer.status === 431) return
    const content = description.paths[path]?.[method.toLowerCase()]?.responses['200']?.content
    const [type, told] = (answer.status === 200 && Object.entries(content ?? {})[0]) || []
    expect(answer.type).toContain(type ?? 'application/json')
    if (type === 'text/csv') return
    const body: unknown = JSON.parse(answer.text)
    const schema = told?.schema
    if (answer.status !== 200 || !schema) {
      expect(isFailure(answer)).toBe(true)
      const call = method === own && contractCalls.find((one) => one.id === id)
      if (call) checkDeclared(call, (body as { message: string }).message)
      return
    }
    const check = checks.get(schema) ?? ajv.compile(schema)
    checks.set(schema, check)
    expect([check(body), check.errors]).toEqual([true, null])
    seen.addAll(body)
    const { link } = (body ?? {}) as { link?: unknown }
    if (typeof link === 'string' && URL.canParse(link)) visit(new URL(link).pathname + new URL(link).search)
  }

  const isFailure = ({ type, text }: Answer): boolean =>
    type.includes('application/json') &&
    typeof (JSON.parse(text) as { message?: unknown }).message === 'string'

  async function makeCall(call: FuzzedCall): Promise<void> {
    const sent = fillIn(call, seen, tokens)
    try {
      const answer = await sendCounted(sent)
      checkReply(call.operation, sent.method, answer)
      if (answer.status === 200 && call.body && 'json' in call.body)
        seen.addAll(JSON.parse(sent.body.toString()))
      if (call.twice) {
        const again = await sendCounted(sent)
        checkReply(call.operation, sent.method, again)
        const isRepeat = call.key === 'new' && answer.status === 200 && sent.method === call.operation.method
        if (isRepeat && again.text !== answer.text) throw new Error(`${answer.text} became ${again.text}`)
      }
      // Signed out by an earlier call: the next one needs a valid token.
      if (answer.status === 401 && typeof call.token === 'number') await renewToken(call.token)
    } catch (error) {
      throw new Error(show(sent), { cause: error })
    }
  }

  async function renewToken(number: number): Promise<void> {
    tokens[number] = (await server.client(members[number]?.id)).token
  }

  /** Opens a page of the console and submits one of its forms, with plausible or absurd values. */
  async function submitForm({ page, form, fills, headers }: FormSubmission): Promise<void> {
    const path = pages[page % pages.length] ?? '/sandbox'
    const looked = { method: 'GET', path, headers: Object.fromEntries(headers), body: Buffer.alloc(0) }
    const { text, location } = await sendToConsole(looked)
    for (const link of [...linksOn(text), location]) visit(link)
    for (const [, code = ''] of text.matchAll(/data-code>(\d+)</gu)) seen.add('otpCode', code)
    const forms = formsOn(text)
    const chosen = forms[form % Math.max(forms.length, 1)]
    if (!chosen) return
    const filled = chosen.fields.map(({ name, values }, at): [string, string] => {
      const fill = fills[at % fills.length] ?? { found: 0 }
      if ('text' in fill) return [name, fill.text]
      if ('seen' in fill) return [name, seen.pick(fill)]
      return [
        name,
        values[fill.found % Math.max(values.length, 1)] ?? seen.pick({ seen: name, at: fill.found }),
      ]
    })
    const { type, bytes } = chosen.isMultipart
      ? writeForm(
          filled.map(([name, content]) => ({ name, content, fileName: undefined })),
          false,
        )
      : {
          type: 'application/x-www-form-urlencoded',
          bytes: Buffer.from(new URLSearchParams(filled).toString()),
        }
    const sent = {
      method: 'POST',
      path: chosen.action,
      headers: { 'Content-Type': type, ...looked.headers },
      body: bytes,
    }
    visit((await sendToConsole(sent)).location)
    // A switch makes things fail, so it is switched back.
    if (chosen.action === '/sandbox/switches') await sendToConsole(sent)
  }

  /** Sends a request, and reports what was sent if it fails. */
  async function sendToConsole(sent: Sent): Promise<Answer> {
    const answer = await sendCounted(sent)
    const isExpected =
      [200, 303, 304, 400, 401, 403, 404, 409, 422].includes(answer.status) || isFailure(answer)
    if (!isExpected) throw new Error(`${answer.status} ${answer.text}\n\n${show(sent)}`)
    return answer
  }

  function visit(path: string): void {
    if (!path.startsWith('/sandbox') || pages.includes(path)) return
    pages.push(path)
    // The pages that always exist come first.
    if (pages.length > 60) pages.splice(20, 1)
  }

  test(`${CALLS} fuzzed calls cause no internal error`, { timeout: CALLS * SECOND }, async () => {
    const operations = operationsOf(description)
    const calls = fc.constantFrom(...operations).chain((operation) => callsOf(operation, MEMBERS))
    const any = fc.oneof(
      { weight: 5, arbitrary: calls },
      { weight: 1, arbitrary: formSubmissions(strangeHeaders) },
    )
    await fc.assert(
      fc.asyncProperty(any, async (one) => {
        server.clock.advance(PAUSE)
        await ('operation' in one ? makeCall(one) : submitForm(one))
      }),
      { numRuns: CALLS, endOnFailure: true },
    )
    await server.expectBalancedLedger()
    expect((await get('/api/health')).status).toBe(200)
    expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
    if (isLong)
      process.stdout.write(
        `${CALLS} calls, answers by status: ${JSON.stringify(Object.fromEntries(counts))}\n`,
      )
  })
})

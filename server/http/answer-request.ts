import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Call, PathParams } from '#api/contract/call.ts'
import { encodeMoney } from '#api/contract/money.ts'
import { DAY, SECOND } from '../clock.ts'
import type { AppContext } from '../context.ts'
import { describeError } from '../log.ts'
import { answerWith, answerWithPieces, answerWithText } from './answer.ts'
import { type Caller, SessionEnded } from './bearer.ts'
import { type CallerLookup, createCallerLookup, type LookupDeps, type SessionCheck } from './caller-lookup.ts'
import { chosenLocale, siteLocale } from './locale.ts'
import { originOf, userAgentOf } from './page/origin.ts'
import { expectedBytes, readBytes } from './read-bytes.ts'
import { hasBody, readBody, readFormData } from './read-input.ts'
import { ApiError } from './api-error.ts'
import { ADDRESS_SHARE, type createRequestLimit } from './limits/request-limit.ts'
import type { AfterCommit } from './operations/operation.ts'
import {
  type Beforehand,
  Download,
  type OperationRoute,
  type ReadRoute,
  type Route,
  type StatementRoute,
  type TransactionRoute,
} from './route.ts'
import {
  type InOneStatement,
  type InTransaction,
  type RunOperation,
  VISITOR,
} from './operations/run-operation.ts'
import type { ServerEnv } from './server-env.ts'
import type { BodyLimits, Hold } from './limits/body-limit.ts'
import type { Visit } from '../auth/sessions.ts'
import { hashOf } from '../auth/tokens.ts'
import { isUuid } from './uuid.ts'

type Request = Context<ServerEnv>

/** What the requests of one route share. */
interface Deps extends LookupDeps {
  /** The context of a read: its database refuses to write, unless the call `writes`. */
  reading: AppContext
  limit: ReturnType<typeof createRequestLimit>
  bodies: BodyLimits
  run: RunOperation
}

/** Answers a request to this route; throws what the app answers as an error. */
export async function answerRequest(c: Request, route: Route, deps: Deps): Promise<Response> {
  const { call } = route
  const { app, limit } = deps
  const perMember = app.config.requestsPerMinute
  c.set('template', call.path)
  const arrivedAt = app.clock.now()
  // Hono runs GET handlers for HEAD too; a HEAD request must not run an operation.
  if (c.req.method === 'HEAD' && call.changes) return methodNotAllowed(c, call.method)
  const open = call.access === 'anyone' && call.method === 'GET'
  c.header('Cache-Control', open ? 'no-cache' : 'no-store')
  const address = c.get('address')
  limit(`address:${address}`, perMember * ADDRESS_SHARE)
  const visit = { userAgent: userAgentOf(c), address, locale: chosenLocale(c) }
  const lookUp = createCallerLookup(c, route, deps, visit)
  try {
    const caller = lookUp.known ?? (await lookUp.find())
    if (caller) {
      c.set('memberId', caller.member.id)
      limit(`member:${caller.member.id}`, perMember)
    }
    const whose = caller?.member.id ?? address
    const sent = { arrivedAt, visit, lookUp, caller, whose }
    if (!hasBody(call)) return await answerCaller(c, route, deps, { ...sent, hold: () => undefined })
    const whileHeld = call.upload ? deps.bodies.files : deps.bodies.fields
    const body = { whose, isVisitor: !caller, expected: expectedBytes(c.req.raw, route.bodyLimit) }
    return await whileHeld(body, (hold) => answerCaller(c, route, deps, { ...sent, hold }))
  } catch (error) {
    if (error instanceof SessionEnded) lookUp.session.doubt()
    // A caller who is no longer signed in gets that answer, whatever else is wrong.
    await lookUp.session.confirm()
    throw error
  }
}

interface Sent {
  arrivedAt: Date
  visit: Visit
  lookUp: CallerLookup
  caller: Caller | undefined
  /** The member, or a visitor's address. */
  whose: string
  hold: Hold
}

async function answerCaller(
  c: Request,
  route: Route,
  { app, reading, limit, run }: Deps,
  { arrivedAt, visit, lookUp, caller: sender, whose, hold }: Sent,
): Promise<Response> {
  const { call, kind } = route
  // The session may have ended by then: a sender can hold back the last byte of a body for minutes.
  if (hasBody(call)) lookUp.session.doubt()
  const input = await readInput(c, route, hold)
  const caller = sender && hasBody(call) && kind !== 'statement' ? await lookUp.find() : sender
  const count = () => {
    limit(`${call.id}:${whose}`, route.perMinute)
    limit(
      `${call.id}*:${whose}`,
      Math.ceil(app.config.requestsPerMinute * route.share * (caller ? 1 : ADDRESS_SHARE)),
    )
  }
  if (kind === 'read') count()
  const origin = originOf(c, app.config)
  // Spreads come last in these objects: an object that gets fields after a spread becomes a slow one in V8, about 4 µs each.
  const asked = {
    member: caller?.member,
    session: caller?.session ?? '',
    userAgent: visit.userAgent,
    address: visit.address,
    locale: visit.locale ?? caller?.locale ?? siteLocale(app.config),
    deviceCookie: getCookie(c, DEVICE_COOKIE),
    setDeviceCookie: (value: string) => setDeviceCookie(c, value, origin),
    origin,
    log: c.get('log'),
    ...input,
  }
  return route.kind === 'read'
    ? answerRead(c, route, { app: reading, along: caller?.along, asked })
    : answerOperation(c, route, { app, run, count, caller, sessionCheck: lookUp.session, arrivedAt, asked })
}

/** A request's context, and what identifies its input. */
type Asked = Omit<Beforehand<Call>, 'app'> & Input

interface Reading {
  app: AppContext
  /** The columns that `withSession` read. */
  along: unknown
  asked: Asked
}

async function answerRead(
  c: Request,
  { call, handle, prepare, withSession }: ReadRoute,
  { app, along, asked }: Reading,
): Promise<Response> {
  const then: AfterCommit[] = []
  const prepared = withSession ? along : await prepare?.({ app, ...asked })
  const body = await handle(
    {
      app,
      db: app.db,
      afterCommit: (hook) => then.push(hook),
      onRollback: () => undefined,
      ...asked,
    },
    prepared,
  )
  await runHooks(c, then)
  return body instanceof Download ? answerWithPieces(c, body.pieces, call.download) : answerWith(c, body)
}

interface Operating {
  app: AppContext
  run: RunOperation
  /** Counts the call against its limit, and throws if the limit is exceeded. */
  count: () => void
  caller: Caller | undefined
  sessionCheck: SessionCheck
  arrivedAt: Date
  asked: Asked
}

async function answerOperation(
  c: Request,
  route: OperationRoute,
  { app, run, count, caller, sessionCheck, arrivedAt, asked }: Operating,
): Promise<Response> {
  const { call } = route
  const prepare = route.kind === 'statement' ? undefined : route.prepare
  const key = readKey(c)
  // A visitor has no id: the body's hash identifies the operation, and a repeat must send the same body.
  const owner = call.access === 'member' && caller ? caller.member.id : VISITOR
  const operationId = `${owner}:${key ?? crypto.randomUUID()}`
  const bodyHash = hashOf(JSON.stringify([asked.params, asked.sent ?? null, asked.fileHash]))
  const name = { owner, key, call: call.id, bodyHash }
  const beforehand = { app, operationId, ...asked }
  const inTransaction = ({ handle }: TransactionRoute): InTransaction => ({
    kind: 'transaction',
    perform: (db, { afterCommit, onRollback }, prepared) =>
      handle({ app, db, operationId, afterCommit, onRollback, ...asked }, prepared),
  })
  const inOneStatement = ({ begin }: Pick<StatementRoute, 'begin'>): InOneStatement => ({
    kind: 'statement',
    begin: async (prepared) => {
      const begun = await begin({ app, operationId, key: name, along: caller?.along, ...asked }, prepared)
      sessionCheck.noteOpen()
      return begun
    },
  })
  const done = await run(app, {
    work: route.kind === 'transaction' ? inTransaction(route) : inOneStatement(route),
    confirm: sessionCheck.confirm,
    noteOpen: sessionCheck.noteOpen,
    session: asked.session,
    prepare: prepare && (() => prepare(beforehand)),
    count: route.perMinute > 0 || route.share > 0 ? count : undefined,
    // A file may take minutes to come.
    arrivedAt: call.upload ? undefined : arrivedAt,
    ...name,
  })
  await runHooks(c, done.afterCommit)
  return answerWithText(c, done.text, done.status)
}

type Input = Awaited<ReturnType<typeof readInput>>

async function readInput(c: Request, { call, bodyLimit: limit }: Route, hold: Hold) {
  const params = c.req.param() as PathParams<Call>
  if (call.upload) {
    const bytes = await readBytes(c.req.raw, { limit, hasFile: true, hold })
    const sent = (await readFormData(bytes, c.req.header('content-type'))).get('file')
    const file = sent instanceof File ? sent : undefined
    const fileHash = file ? hashOf(new Uint8Array(await file.arrayBuffer())) : ''
    return { params, body: undefined, sent: undefined, file, fileHash }
  }
  const reading = { limit, hasFile: false, hold }
  const bytes = call.body ? await readBytes(c.req.raw, reading) : new Uint8Array()
  const body = readBody(call, bytes) as undefined
  // Hashed in wire format, which no release changes, because a repeat may arrive after an update.
  const sent = call.body && encodeMoney(call.body, body)
  return { params, body, sent, file: undefined, fileHash: '' }
}

const DEVICE_COOKIE = 'device'

function setDeviceCookie(c: Request, value: string, origin: string): void {
  const secure = origin.startsWith('https:')
  // The longest lifetime that browsers allow a cookie: members may come back after a year.
  const maxAge = (400 * DAY) / SECOND
  setCookie(c, DEVICE_COOKIE, value, { httpOnly: true, sameSite: 'Strict', path: '/api', secure, maxAge })
}

function readKey(c: Request): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key !== undefined && !isUuid(key)) throw new ApiError('KEY_INVALID')
  return key?.toLowerCase()
}

/** The transaction is committed: a failure here is logged and does not change the answer. */
async function runHooks(c: Request, hooks: readonly AfterCommit[]): Promise<void> {
  for (const hook of hooks) {
    try {
      await hook()
    } catch (error) {
      c.get('log').error('after-commit-failed', describeError(error))
    }
  }
}

export function methodNotAllowed(c: Request, allow: string): Response {
  c.header('Allow', allow)
  return answerWith(c, { message: 'NO_DATA' }, 405)
}

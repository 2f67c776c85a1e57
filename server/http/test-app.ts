import { randomBytes, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { ChatMessage } from '#api/contract/chat.ts'
import type { Body, Call, PathParams, Reply } from '#api/contract/call.ts'
import { createApp, type App } from '../app.ts'
import { type Clock, DAY, HOUR } from '../clock.ts'
import { parseConfig } from '../config.ts'
import type { AppContext } from '../context.ts'
import type { Connection, Database } from '../database/database.ts'
import { refusingWrites } from '../database/test-refusing-writes.ts'
import { createKeyring, type Keyring } from '../encryption/keyring.ts'
import { createLogger } from '../log.ts'
import { openSession } from '../auth/sessions.ts'
import { createPasswords, passwordCosts, type Passwords } from '../auth/passwords.ts'
import { tooManyPasswords } from './api-error.ts'
import { checkDeclared } from './test-declared-codes.ts'
import { makeKeyPair } from '../push-keys.ts'
import { createProviders } from '../providers/create-providers.ts'
import type { Providers } from '../providers/providers.ts'
import { createRealtime } from '../realtime/create-realtime.ts'
import { createEventStreams } from '../realtime/event-streams.ts'
import { seed } from '../seed/seed.ts'

export type Given<C extends Call> = (object extends PathParams<C>
  ? { params?: PathParams<C> }
  : { params: PathParams<C> }) &
  (undefined extends Body<C> ? object : { body: Body<C> }) & {
    /** The Idempotency-Key. By default a call that changes something gets a new one; null sends none. */
    key?: string | null
    file?: File
    headers?: Record<string, string>
  }

type Answered<C extends Call> = {
  /** The id of the call. */
  call: string
  status: number
  headers: Headers
  body: Reply<C> & { message?: string }
}

export interface Client {
  readonly token: string
  /**
   * Sends one call of the contract and returns its response, both in wire format: money in baht. A reply that breaks the
   * contract, and a code that the call does not declare, fail the test.
   */
  <C extends Call>(
    call: C,
    ...given: object extends Given<C> ? [Given<C>?] : [Given<C>]
  ): Promise<Answered<C>>
}

export interface TestApp {
  readonly app: App
  readonly context: AppContext
  readonly db: Database
  /** Stands still until it is advanced; `waited` records the requested waits, in ms. */
  readonly clock: Clock & {
    advance(ms: number): void
    /** Moves to the next noon in Bangkok, so that no day ends during a test. */
    advanceToNoon(): void
    readonly waited: number[]
  }
  /** Events pushed to members' apps. */
  readonly events: { memberId: string; reason: string }[]
  /** Messages broadcast to chat rooms. */
  readonly sentMessages: { room: string; message: ChatMessage }[]
  /** Token hashes of the sessions whose sockets were closed. */
  readonly hungUp: string[]
  readonly logged: string[]
  /** A client for this member, with a session of its own, or for a visitor. */
  client(memberId?: string): Promise<Client>
}

export interface TestAppOptions {
  settings?: Record<string, string>
  providers?: (...given: Parameters<typeof createProviders>) => Providers
  /** The keys for stored data; by default a new one. */
  keys?: Keyring
  passwords?: Passwords
  /** Seeds what a first start seeds: banks, texts, games, the sandbox's member. */
  seeded?: boolean
  /** The folder of the built app. */
  appFolder?: string
}

/** Passwords are as cheap as possible, because tests sign in a thousand times; one pool serves all apps of a test's file. */
const cheapPasswords = createPasswords({ tooMany: tooManyPasswords, threads: 1, cost: passwordCosts.low })

/** The whole server on a fresh database, without a port. `open` comes from `test-database.ts`. */
export async function openTestApp(
  open: () => Promise<Connection>,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const { db, poolUse } = await open()
  const config = parseConfig({ REQUESTS_PER_MINUTE: '0', ...options.settings })
  let now = Date.now()
  const clock = {
    now: () => new Date(now),
    advance: (ms: number) => {
      now += ms
    },
    advanceToNoon: () => {
      const sinceMidnight = (now + 7 * HOUR) % DAY
      now += (DAY + 12 * HOUR - sinceMidnight) % DAY
    },
    waited: [] as number[],
    wait: async (ms: number) => void clock.waited.push(ms),
  }
  const events: { memberId: string; reason: string }[] = []
  const sentMessages: TestApp['sentMessages'] = []
  const hungUp: string[] = []
  const logged: string[] = []
  const log = createLogger('info', (line) => logged.push(line))
  const realtime = await createRealtime({
    streams: createEventStreams({ db, clock, log }),
    sockets: {
      walletChanged: (memberId, reason) => events.push({ memberId, reason }),
      message: (room, message) => sentMessages.push({ room, message }),
      read: () => {},
      signedOut: (sessions) => hungUp.push(...sessions),
    },
  })
  const keys = options.keys ?? createKeyring([randomBytes(32)])
  const context: AppContext = {
    db,
    forReads: refusingWrites,
    config,
    clock,
    keys,
    log,
    passwords: options.passwords ?? cheapPasswords,
    providers: (options.providers ?? createProviders)(config, db, keys, clock),
    realtime,
    push: { ...makeKeyPair(), subject: 'mailto:operator@champa.example' },
    state: { isStopping: false, poolUse },
  }
  if (options.seeded) await seed(context)
  const app = createApp(context, options.appFolder)
  return {
    app,
    context,
    db,
    clock,
    events,
    sentMessages,
    hungUp,
    logged,
    client: async (memberId) => clientOf(app, memberId ? await openSession(db, memberId, clock.now()) : ''),
  }
}

interface AnyGiven {
  params?: Record<string, string | undefined>
  body?: unknown
  key?: string | null
  file?: File
  headers?: Record<string, string>
}

/** A client with this bearer token. */
export function clientOf(app: App, token: string): Client {
  const request = async (call: Call, given: AnyGiven = {}) => {
    const headers = new Headers(given.headers)
    if (token) headers.set('Authorization', `Bearer ${token}`)
    const key = given.key === undefined && call.changes ? randomUUID() : given.key
    if (key) headers.set('Idempotency-Key', key)
    let body: BodyInit | undefined
    if (given.file) {
      body = new FormData()
      body.set('file', given.file)
    } else if (given.body !== undefined) {
      headers.set('Content-Type', 'application/json')
      body = JSON.stringify(given.body)
    }
    const response = await app.request(pathOf(call, given.params), { method: call.method, headers, body })
    const isText = response.ok && call.download !== undefined
    // A text keeps its byte order mark.
    const answer: unknown = isText
      ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
      : await response.json()
    const { message, error } = Object(answer) as { message?: string; error?: string | null }
    if (response.ok) v.parse(call.reply, answer)
    checkDeclared(call, response.ok ? error : message)
    return { call: call.id, status: response.status, headers: response.headers, body: answer }
  }
  return Object.assign(request as unknown as Client, { token })
}

function pathOf(call: Call, params: Record<string, string | undefined> = {}): string {
  return call.path.replaceAll(/\/:(\w+)\??/gu, (_, name: string) => {
    const value = params[name]
    return value === undefined ? '' : `/${encodeURIComponent(value)}`
  })
}

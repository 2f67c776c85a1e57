import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { Country } from '#lib/phone.ts'
import { SECOND } from './clock.ts'
import { environment, type Environment, type FilesUrl, KEY_BYTES } from './environment.ts'
import { hostnameOf, isLoopback } from './hostnames.ts'
import { areOnePair, type PushKeys } from './push-keys.ts'

export interface Config {
  /** 0 takes any free port. */
  readonly port: number
  /** The address to listen on; undefined for all. */
  readonly host: string | undefined
  readonly databaseUrl: string | undefined
  /** The most connections to PostgreSQL that this process opens. */
  readonly databaseConnections: number
  /** Whether the start runs missing migrations on PostgreSQL; otherwise it refuses a database that lacks some. */
  readonly migrate: boolean
  /** Connects this process with others that share the database. */
  readonly redisUrl: string | undefined
  readonly dataDir: string
  /** Where uploads are kept in place of the data folder. */
  readonly filesUrl: FilesUrl | undefined
  /** The keys for game passwords, stored replies and uploads, the current one first. Empty in a sandbox that generates its own. */
  readonly dataKeys: readonly Uint8Array[]
  readonly sandbox: boolean
  /** The key of the sandbox's console; undefined if it needs none. */
  readonly sandboxKey: { readonly value: string; readonly isGenerated: boolean } | undefined
  readonly laos: boolean
  readonly country: Country
  /** Who may show the app in a frame, as CSP sources. */
  readonly frameAncestors: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly logLevel: Environment['LOG_LEVEL']
  /** Where members reach the app. If it is not set (only possible in the sandbox), each request's own host is used. */
  readonly publicOrigin: string | undefined
  /** Where the app reaches this server, if that is another origin. */
  readonly apiOrigin: string | undefined
  /** How many proxies stand before this server, each of which adds the address that it saw. */
  readonly proxyHops: number
  /** The keys for notifications and whom a push service may write to; undefined if they are not given. */
  readonly vapid: PushKeys | undefined
  /** Push services beside those of the browsers' makers, for tests; only in the sandbox. */
  readonly pushOrigins: readonly string[]
  readonly truelinkKey: string
  /** Satang; must equal the app's `VITE_PAYTIMZ_MINIMUM`. */
  readonly paytimzMinimum: number
  /** Per member; an address may make ten times as many. 0: no limit. */
  readonly requestsPerMinute: number
  /**
   * How many requests for one-time codes, and how many registrations, one address may make a day. Many people may share a
   * carrier's address.
   */
  readonly phonesPerDay: number
  /** Who shows this token may read `/metrics`; without it nothing is measured. */
  readonly metricsToken: string | undefined
  /** In ms: how long the server still takes requests after a signal to stop, while `/api/ready` says that it stops. */
  readonly shutdownDelay: number
  /** Whether browsers get the app's service worker. Off removes the installed one. */
  readonly worker: boolean
  /** Whether the bank is handed withdrawals. Off, they are taken and wait. */
  readonly payouts: boolean
  /** How many passwords this process hashes at once, each in a thread of its own. */
  readonly passwordThreads: number
  /** `low` makes accounts for tests cheap; only in the sandbox. */
  readonly passwordCost: Environment['PASSWORD_COST']
}

/** The message names the setting and what is wrong with it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Parses the server's settings; an empty one counts as not given. */
export function parseConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, text]) => text !== ''))
  const read = v.safeParse(environment, given)
  if (!read.success) {
    const [issue] = read.issues
    throw new ConfigError(`${v.getDotPath(issue) ?? 'settings'} ${issue.message}`)
  }
  const { output } = read
  if (!output.SANDBOX && !output.DATABASE_URL) {
    throw new ConfigError(
      'SANDBOX is off, so DATABASE_URL must name a PostgreSQL: the embedded database is for trying things out and ' +
        'may lose money in a power cut',
    )
  }
  if (!output.SANDBOX && !output.PUBLIC_ORIGIN) {
    throw new ConfigError(
      'PUBLIC_ORIGIN must be given where SANDBOX is off: the address that members open, such as https://champa.example. ' +
        'Links and the SMS name it, and requests to any other name are turned away',
    )
  }
  if (!output.SANDBOX && output.DATA_KEYS.length === 0) {
    throw new ConfigError(
      'DATA_KEYS must be given where SANDBOX is off: a key that game passwords, stored replies and uploads are encrypted with. ' +
        `Make one with openssl rand -base64 ${KEY_BYTES}, and keep it apart from the database and its backups`,
    )
  }
  if (!output.SANDBOX && output.PASSWORD_COST === 'low') {
    throw new ConfigError(
      'PASSWORD_COST must be standard where SANDBOX is off: stolen passwords are guessed at a low one',
    )
  }
  if (!output.SANDBOX && output.PUSH_ORIGINS.length > 0) {
    throw new ConfigError(
      'PUSH_ORIGINS must not be given where SANDBOX is off: members choose what the server sends to',
    )
  }
  return {
    port: output.PORT,
    host: output.HOST ?? (output.SANDBOX ? '127.0.0.1' : undefined),
    databaseUrl: output.DATABASE_URL,
    databaseConnections: output.DATABASE_CONNECTIONS,
    migrate: output.MIGRATE,
    redisUrl: output.REDIS_URL,
    dataDir: output.DATA_DIR,
    filesUrl: output.FILES_URL,
    dataKeys: output.DATA_KEYS,
    sandbox: output.SANDBOX,
    sandboxKey: output.SANDBOX ? sandboxKeyOf(output) : undefined,
    laos: output.LAOS,
    country: output.LAOS ? 'LA' : 'TH',
    frameAncestors: output.FRAME_ANCESTORS,
    corsOrigins: output.CORS_ORIGINS,
    logLevel: output.LOG_LEVEL,
    publicOrigin: output.PUBLIC_ORIGIN,
    apiOrigin: output.API_ORIGIN,
    proxyHops: output.TRUST_PROXY,
    vapid: vapidOf(output),
    pushOrigins: output.PUSH_ORIGINS,
    truelinkKey: output.TRUELINK_KEY,
    paytimzMinimum: output.PAYTIMZ_MINIMUM,
    requestsPerMinute: output.REQUESTS_PER_MINUTE,
    phonesPerDay: output.PHONES_PER_DAY,
    metricsToken: output.METRICS_TOKEN,
    shutdownDelay: output.SHUTDOWN_DELAY * SECOND,
    worker: output.WORKER,
    payouts: output.PAYOUTS,
    passwordThreads: output.PASSWORD_THREADS,
    passwordCost: output.PASSWORD_COST,
  }
}

function vapidOf(given: Environment): PushKeys | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = given
  if (publicKey === undefined && privateKey === undefined && subject === undefined) return undefined
  if (publicKey === undefined || privateKey === undefined || subject === undefined) {
    throw new ConfigError(
      'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be given together, or none of them',
    )
  }
  if (!areOnePair({ publicKey, privateKey })) {
    throw new ConfigError('VAPID_PRIVATE_KEY must be the other half of VAPID_PUBLIC_KEY')
  }
  return { publicKey, privateKey, subject }
}

/** A console that other machines can reach always requires a key. */
function sandboxKeyOf(given: Environment): Config['sandboxKey'] {
  if (given.SANDBOX_KEY !== undefined) return { value: given.SANDBOX_KEY, isGenerated: false }
  const reachedAt = [given.HOST, given.PUBLIC_ORIGIN].filter((place) => place !== undefined)
  const isOnlyHere = given.TRUST_PROXY === 0 && reachedAt.every((place) => isLoopback(hostnameOf(place)))
  return isOnlyHere ? undefined : { value: randomBytes(18).toString('base64url'), isGenerated: true }
}

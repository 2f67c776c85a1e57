import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { qrChannelTable } from '#api/contract/qr-channels.ts'
import { parseAmount, plainAmount } from '#lib/money.ts'
import type { Country } from '#lib/phone.ts'
import { sandboxTruelinkKey } from '#lib/truelink-key.ts'
import { SECOND } from './clock.ts'
import { hostnameOf, isLoopback } from './hostnames.ts'
import { logLevels } from './log.ts'
import { areOnePair, type PushKeys } from './push-keys.ts'

/** The length of a key in `DATA_KEYS`. */
export const KEY_BYTES = 32

const onOff = (fallback: 'on' | 'off') =>
  v.pipe(
    v.optional(v.picklist(['on', 'off'], 'must be on or off'), fallback),
    v.transform((text) => text === 'on'),
  )

/** `on` is one proxy, `off` none. */
const hops = v.pipe(
  v.optional(v.string(), 'off'),
  v.regex(/^(?:on|off|\d)$/u, 'must be on, off or the number of proxies'),
  v.transform((text) => ({ on: 1, off: 0 })[text] ?? Number(text)),
)

const wholeNumber = (fallback: string, max: number, min = 0) =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.regex(/^\d+$/u, 'must be a whole number'),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )

/** Baht with at most two decimals, parsed to satang. */
const baht = (fallback: string) =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.regex(/^\d{1,9}(?:\.\d{1,2})?$/u, 'must be an amount in baht'),
    v.transform(parseAmount),
    v.check(({ ok }) => ok, 'must be an amount in baht'),
    v.transform((amount) => (amount.ok ? amount.satang : 0)),
  )

const isOrigin = (text: string) =>
  URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol) && new URL(text).origin === text

const words = (text: string) => text.split(/[\s,]+/u).filter((word) => word !== '')

const origins = v.pipe(
  v.optional(v.string(), ''),
  v.transform(words),
  v.everyItem(isOrigin, 'must be origins such as https://shop.example, separated by spaces'),
)

/** Keys in base64 (either alphabet); the first one encrypts. */
const dataKeys = v.pipe(
  v.optional(v.string(), ''),
  v.transform(words),
  v.everyItem(
    (word) => /^[\w+/-]{43}=?$/u.test(word),
    `must be keys of ${KEY_BYTES} bytes in base64, separated by spaces (openssl rand -base64 ${KEY_BYTES})`,
  ),
  v.transform((texts) => texts.map((text) => Buffer.from(text, 'base64'))),
)

/** A key of P-256 in base64url, as `npx web-push generate-vapid-keys` prints it. */
const vapidKey = (length: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(new RegExp(`^[\\w-]{${length}}$`, 'u'), 'must be made by npx web-push generate-vapid-keys'),
    ),
  )

/** An S3-compatible store for uploads. */
export interface FilesUrl {
  readonly origin: string
  readonly bucket: string
  /** What all objects' names begin with: empty, or ends in a slash. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

function parseFilesUrl(text: string): FilesUrl | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, username, password, pathname, searchParams } = new URL(text)
  const [, bucket, prefix = ''] = /^\/([\w.-]+)(?:\/((?:[\w.-]+\/)*[\w.-]+))?\/?$/u.exec(pathname) ?? []
  if (!/^https?:$/u.test(protocol) || username === '' || password === '' || bucket === undefined)
    return undefined
  return {
    origin,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  }
}

const filesUrl = v.optional(
  v.pipe(
    v.string(),
    v.transform(parseFilesUrl),
    v.check(
      (url) => url !== undefined,
      'must be an S3 address such as https://ACCESS_KEY:SECRET_KEY@s3.example/bucket/folder?region=auto',
    ),
  ),
)

const frameAncestors = v.pipe(
  v.optional(v.string(), "'self'"),
  v.transform(words),
  v.everyItem(
    (word) => word === "'self'" || word === "'none'" || isOrigin(word),
    "must be 'self', 'none' or origins such as https://shop.example, separated by spaces",
  ),
)

const settings = v.object({
  PORT: wholeNumber('8080', 65_535),
  HOST: v.optional(v.string()),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(?:ql)?:\/\//u, 'must begin with postgres://')),
  ),
  DATABASE_CONNECTIONS: wholeNumber('10', 1000, 1),
  MIGRATE: onOff('on'),
  REDIS_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => /^rediss?:\/\//u.test(text) && URL.canParse(text), 'must begin with redis://'),
    ),
  ),
  FILES_URL: filesUrl,
  DATA_KEYS: dataKeys,
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '.data'),
  SANDBOX: onOff('on'),
  SANDBOX_KEY: v.optional(v.pipe(v.string(), v.minLength(12, 'must have at least 12 characters'))),
  LAOS: v.pipe(
    v.optional(v.picklist(['true', 'false'], 'must be true or false'), 'false'),
    v.transform((text) => text === 'true'),
  ),
  FRAME_ANCESTORS: frameAncestors,
  CORS_ORIGINS: origins,
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  PUBLIC_ORIGIN: v.optional(
    v.pipe(v.string(), v.check(isOrigin, 'must be an origin such as https://champa.example')),
  ),
  API_ORIGIN: v.optional(
    v.pipe(v.string(), v.check(isOrigin, 'must be an origin such as https://api.champa.example')),
  ),
  TRUST_PROXY: hops,
  VAPID_PUBLIC_KEY: vapidKey(87),
  VAPID_PRIVATE_KEY: vapidKey(43),
  VAPID_SUBJECT: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^(?:https|mailto):./u.test(text) && URL.canParse(text),
        'must begin with mailto: or https://',
      ),
    ),
  ),
  PUSH_ORIGINS: origins,
  TRUELINK_KEY: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), sandboxTruelinkKey),
  PAYTIMZ_MINIMUM: baht(plainAmount(qrChannelTable.PAYTIMZ.minimum)),
  REQUESTS_PER_MINUTE: wholeNumber('1200', 1_000_000),
  PHONES_PER_DAY: wholeNumber('1000', 1_000_000),
  WORKER: onOff('on'),
  METRICS_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.~+/=-]{16,}$/u, 'must have at least 16 letters or digits')),
  ),
  SHUTDOWN_DELAY: wholeNumber('0', 600),
  PASSWORD_THREADS: wholeNumber('2', 64, 1),
  PASSWORD_COST: v.optional(v.picklist(['standard', 'low'], 'must be standard or low'), 'standard'),
})

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
  /** The keys for game passwords and slips, the current one first. Empty in a sandbox that generates its own. */
  readonly dataKeys: readonly Uint8Array[]
  readonly sandbox: boolean
  /** The key of the sandbox's console; undefined if it needs none. */
  readonly sandboxKey: { readonly value: string; readonly isGenerated: boolean } | undefined
  readonly laos: boolean
  readonly country: Country
  /** Who may show the app in a frame, as CSP sources. */
  readonly frameAncestors: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly logLevel: (typeof logLevels)[number]
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
  /** In ms: how long a server that is told to stop still takes requests, while `/api/ready` says that it stops. */
  readonly shutdownDelay: number
  /** Whether browsers get the app's service worker. Off removes the installed one. */
  readonly worker: boolean
  /** How many passwords this process hashes at once, each in a thread of its own. */
  readonly passwordThreads: number
  /** `low` makes accounts for tests cheap; only in the sandbox. */
  readonly passwordCost: 'standard' | 'low'
}

/** The message names the setting and what is wrong with it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Parses the server's settings; an empty one counts as not given. */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''))
  const read = v.safeParse(settings, given)
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
      'DATA_KEYS must be given where SANDBOX is off: a key that game passwords and slips are encrypted with. ' +
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
    passwordThreads: output.PASSWORD_THREADS,
    passwordCost: output.PASSWORD_COST,
  }
}

function vapidOf(given: v.InferOutput<typeof settings>): PushKeys | undefined {
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
function sandboxKeyOf(given: v.InferOutput<typeof settings>): Config['sandboxKey'] {
  if (given.SANDBOX_KEY !== undefined) return { value: given.SANDBOX_KEY, isGenerated: false }
  const reachedAt = [given.HOST, given.PUBLIC_ORIGIN].filter((place) => place !== undefined)
  const isOnlyHere = given.TRUST_PROXY === 0 && reachedAt.every((place) => isLoopback(hostnameOf(place)))
  return isOnlyHere ? undefined : { value: randomBytes(18).toString('base64url'), isGenerated: true }
}

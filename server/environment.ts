import * as v from 'valibot'
import { qrChannelTable } from '#api/contract/qr-channels.ts'
import { parseAmount, plainAmount } from '#lib/money/money.ts'
import { sandboxTruelinkKey } from '#lib/payments/truelink-key.ts'
import { SECOND } from './clock.ts'
import { logLevels } from './log.ts'

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

const words = (text: string): readonly string[] => text.split(/[\s,]+/u).filter((word) => word !== '')

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
  v.transform((texts): readonly Uint8Array[] => texts.map((text) => Buffer.from(text, 'base64'))),
)

/** A text that need not be given. */
const optionalText = (isRight: (given: string) => boolean, problem: string) =>
  v.optional(v.pipe(v.string(), v.check(isRight, problem)))

/** A key of P-256 in base64url, as `npx web-push generate-vapid-keys` prints it. */
const vapidKey = (length: number) =>
  optionalText(
    (given) => given.length === length && /^[\w-]+$/u.test(given),
    'must be made by npx web-push generate-vapid-keys',
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

/** Each setting, with its environment variable and the schema that parses it. */
export const settings = {
  /** 0 takes any free port. */
  port: ['PORT', wholeNumber('8080', 65_535)],
  /** The address to listen on; undefined for all. */
  host: ['HOST', v.optional(v.string())],
  databaseUrl: [
    'DATABASE_URL',
    optionalText((given) => /^postgres(?:ql)?:\/\//u.test(given), 'must begin with postgres://'),
  ],
  /** The most connections to PostgreSQL that this process opens. */
  databaseConnections: ['DATABASE_CONNECTIONS', wholeNumber('10', 1000, 1)],
  /** Whether the start runs missing migrations on PostgreSQL; otherwise it refuses a database that lacks some. */
  migrate: ['MIGRATE', onOff('on')],
  /** Connects this process with others that share the database. */
  redisUrl: [
    'REDIS_URL',
    optionalText((given) => /^rediss?:\/\//u.test(given) && URL.canParse(given), 'must begin with redis://'),
  ],
  /** Where uploads are kept in place of the data folder. */
  filesUrl: ['FILES_URL', filesUrl],
  /** The keys for game passwords, stored replies and uploads, the current one first. Empty in a sandbox that generates its own. */
  dataKeys: ['DATA_KEYS', dataKeys],
  dataDir: ['DATA_DIR', v.optional(v.string(), '.data')],
  sandbox: ['SANDBOX', onOff('on')],
  sandboxKey: [
    'SANDBOX_KEY',
    optionalText((given) => given.length >= 12, 'must have at least 12 characters'),
  ],
  laos: [
    'LAOS',
    v.pipe(
      v.optional(v.picklist(['true', 'false'], 'must be true or false'), 'false'),
      v.transform((given) => given === 'true'),
    ),
  ],
  /** Who may show the app in a frame, as CSP sources. */
  frameAncestors: ['FRAME_ANCESTORS', frameAncestors],
  corsOrigins: ['CORS_ORIGINS', origins],
  logLevel: [
    'LOG_LEVEL',
    v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  ],
  /** Where members reach the app. If it is not set (only possible in the sandbox), each request's own host is used. */
  publicOrigin: ['PUBLIC_ORIGIN', optionalText(isOrigin, 'must be an origin such as https://champa.example')],
  /** Where the app reaches this server, if that is another origin. */
  apiOrigin: ['API_ORIGIN', optionalText(isOrigin, 'must be an origin such as https://api.champa.example')],
  /** How many proxies stand before this server, each of which adds the address that it saw. */
  proxyHops: ['TRUST_PROXY', hops],
  vapidPublicKey: ['VAPID_PUBLIC_KEY', vapidKey(87)],
  vapidPrivateKey: ['VAPID_PRIVATE_KEY', vapidKey(43)],
  vapidSubject: [
    'VAPID_SUBJECT',
    optionalText(
      (given) => /^(?:https|mailto):./u.test(given) && URL.canParse(given),
      'must begin with mailto: or https://',
    ),
  ],
  /** Push services beside those of the browsers' makers, for tests; only in the sandbox. */
  pushOrigins: ['PUSH_ORIGINS', origins],
  truelinkKey: ['TRUELINK_KEY', v.optional(v.string(), sandboxTruelinkKey)],
  /** Satang; must equal the app's `VITE_PAYTIMZ_MINIMUM`. */
  paytimzMinimum: ['PAYTIMZ_MINIMUM', baht(plainAmount(qrChannelTable.PAYTIMZ.minimum))],
  /** Per member; an address may make ten times as many. 0: no limit. */
  requestsPerMinute: ['REQUESTS_PER_MINUTE', wholeNumber('1200', 1_000_000)],
  /**
   * How many requests for one-time codes, and how many registrations, one address may make a day. Many people may share a
   * carrier's address.
   */
  phonesPerDay: ['PHONES_PER_DAY', wholeNumber('1000', 1_000_000)],
  /** Whether browsers get the app's service worker. Off removes the installed one. */
  worker: ['WORKER', onOff('on')],
  /** Whether the bank is handed withdrawals. Off, they are taken and wait. */
  payouts: ['PAYOUTS', onOff('on')],
  /** Who shows this token may read `/metrics`; without it nothing is measured. */
  metricsToken: [
    'METRICS_TOKEN',
    optionalText((given) => /^[\w.~+/=-]{16,}$/u.test(given), 'must have at least 16 letters or digits'),
  ],
  /** In ms: how long the server still takes requests after a signal to stop, while `/api/ready` says that it stops. */
  shutdownDelay: [
    'SHUTDOWN_DELAY',
    v.pipe(
      wholeNumber('0', 600),
      v.transform((seconds) => seconds * SECOND),
    ),
  ],
  /** How many passwords this process hashes at once, each in a thread of its own. */
  passwordThreads: ['PASSWORD_THREADS', wholeNumber('2', 64, 1)],
  /** `low` makes accounts for tests cheap; only in the sandbox. */
  passwordCost: [
    'PASSWORD_COST',
    v.optional(v.picklist(['standard', 'low'], 'must be standard or low'), 'standard'),
  ],
} satisfies Record<string, [variable: string, schema: v.GenericSchema<string | undefined, unknown>]>

export type Settings = {
  readonly [Name in keyof typeof settings]: v.InferOutput<(typeof settings)[Name][1]>
}

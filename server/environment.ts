import * as v from 'valibot'
import { qrChannelTable } from '#api/contract/qr-channels.ts'
import { parseAmount, plainAmount } from '#lib/money.ts'
import { sandboxTruelinkKey } from '#lib/truelink-key.ts'
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

/** What the environment may say: each setting, parsed. */
export const environment = v.object({
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
  PAYOUTS: onOff('on'),
  METRICS_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.~+/=-]{16,}$/u, 'must have at least 16 letters or digits')),
  ),
  SHUTDOWN_DELAY: wholeNumber('0', 600),
  PASSWORD_THREADS: wholeNumber('2', 64, 1),
  PASSWORD_COST: v.optional(v.picklist(['standard', 'low'], 'must be standard or low'), 'standard'),
})

export type Environment = v.InferOutput<typeof environment>

import * as v from 'valibot'
import type { Locale } from '#lib/text/locale-codes.ts'
import { parseAmount } from '#lib/money/money.ts'
import type { Country } from '#lib/text/phone.ts'
import { readUrl } from '#lib/network/read-url.ts'
import { sandboxTruelinkKey } from '#lib/payments/truelink-key.ts'

const flag = (on: string, off: string) =>
  v.pipe(
    v.optional(v.picklist([on, off, ''], `must be ${on} or ${off}`), off),
    v.transform((text) => text === on),
  )

const origin = v.pipe(
  v.optional(v.string(), ''),
  v.check(isOrigin, 'must be an http(s) origin such as https://api.example, or empty for this one'),
  v.transform((text) => text && new URL(text).origin),
)

/** Baht with at most two decimals; parsed into satang. */
const minimum = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^(?:\d{1,9}(?:\.\d{1,2})?)?$/u, 'must be an amount in baht'),
    v.transform(parseAmount),
    v.transform((amount) => (amount.ok ? amount.satang : undefined)),
  ),
)

/** Schemes that execute or show the content of the address itself. */
const unsafeSchemes = new Set([
  'javascript',
  'data',
  'blob',
  'file',
  'vbscript',
  'about',
  'filesystem',
  'view-source',
])

const appSchemes = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.split(',').flatMap((one) => one.trim().toLowerCase() || [])),
  v.check(
    (schemes) => schemes.every((one) => /^[a-z][a-z\d+.-]*$/u.test(one) && !unsafeSchemes.has(one)),
    'must be schemes of apps with commas between them, such as pgsoft,joker',
  ),
)

const settings = v.object({
  VITE_API_ORIGIN: origin,
  VITE_API_EXTENSIONS: v.optional(v.picklist(['auto', 'on', 'off', ''], 'must be auto, on or off'), ''),
  VITE_LAOS: flag('true', 'false'),
  VITE_PAYTIMZ_MINIMUM: minimum,
  VITE_TRUELINK_KEY: v.optional(v.pipe(v.string(), v.minLength(1, 'must not be empty')), sandboxTruelinkKey),
  VITE_CHAT_ORIGIN: origin,
  VITE_APP_SCHEMES: appSchemes,
})

export interface Env {
  /** The origin of the API; empty for the page's own. */
  apiOrigin: string
  /** Whether API extensions are used: if the backend announces them, always, or never. */
  apiExtensions: 'auto' | 'on' | 'off'
  country: Country
  defaultLocale: Locale
  /** Satang; replaces the channel's minimum and first quick amount. */
  paytimzMinimum: number | undefined
  truelinkKey: string
  /** Empty for the page's own origin. */
  chatOrigin: string
  /** App schemes, without the colon, that links to a game's app may use besides those of the stores. */
  appSchemes: readonly string[]
}

/** Parses the build settings. Throws an Error with the name of an invalid one and the reason. */
export function parseEnv(raw: Record<string, unknown>): Env {
  const read = v.safeParse(settings, raw)
  if (!read.success) {
    const [issue] = read.issues
    throw new Error(`Build setting ${v.getDotPath(issue) ?? ''}: ${issue.message}`)
  }
  const { output } = read
  return {
    apiOrigin: output.VITE_API_ORIGIN,
    // Another origin that does not know the extension headers would refuse them by CORS.
    apiExtensions: output.VITE_API_EXTENSIONS || (output.VITE_API_ORIGIN === '' ? 'auto' : 'off'),
    country: output.VITE_LAOS ? 'LA' : 'TH',
    defaultLocale: output.VITE_LAOS ? 'la' : 'th',
    paytimzMinimum: output.VITE_PAYTIMZ_MINIMUM,
    truelinkKey: output.VITE_TRUELINK_KEY,
    chatOrigin: output.VITE_CHAT_ORIGIN,
    appSchemes: output.VITE_APP_SCHEMES,
  }
}

function isOrigin(text: string): boolean {
  if (text === '') return true
  const url = readUrl(text)
  return !!url && /^https?:$/u.test(url.protocol) && (text === url.origin || text === `${url.origin}/`)
}

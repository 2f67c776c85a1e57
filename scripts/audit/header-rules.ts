import { hostnameOf, isLoopback } from '../../server/hostnames.ts'
import { type Finding, judge, skipped } from './finding.ts'

/** The directives of a content security policy by name; the first of each name counts. */
function readPolicy(policy: string): ReadonlyMap<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/u)
    if (name && !directives.has(name)) directives.set(name, sources)
  }
  return directives
}

/** The headers that every page of the site should have. */
export function judgeHeaders(headers: Headers, address: string): Finding[] {
  const read = (name: string) => headers.get(name) ?? ''
  const permissions = read('permissions-policy')
  const referrer = read('referrer-policy')
  return [
    ...policyRules(readPolicy(read('content-security-policy'))),
    judge(
      'X-Content-Type-Options',
      read('x-content-type-options') === 'nosniff',
      read('x-content-type-options'),
      'Send nosniff.',
    ),
    judge(
      'Referrer-Policy',
      /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/u.test(referrer),
      referrer,
      'Send no-referrer or same-origin: addresses carry what a member looks at.',
    ),
    judge(
      'Permissions-Policy',
      ['geolocation', 'microphone', 'payment'].every((one) => permissions.includes(`${one}=()`)),
      permissions,
      'Close what the app never uses: geolocation=(), microphone=(), payment=().',
    ),
    ...httpsRules(read('strict-transport-security'), new URL(address)),
  ]
}

function policyRules(policy: ReadonlyMap<string, readonly string[]>): Finding[] {
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src')
  const careless = (name: string, ...words: string[]) => {
    const given = sources(name)
    return given === undefined || words.some((word) => given.includes(word))
  }
  const shown = (name: string) => (sources(name) ?? []).join(' ')
  const framed = policy.get('frame-ancestors')
  const closed = (name: string) => {
    const [only, ...more] = sources(name) ?? []
    return only === "'none'" && more.length === 0
  }
  const anywhere = ["'unsafe-inline'", "'unsafe-eval'", '*', 'data:', 'blob:', 'http:', 'https:']
  return [
    judge(
      'scripts',
      !careless('script-src', ...anywhere),
      shown('script-src'),
      'Allow only this site, and what stands inline by its hash.',
    ),
    judge(
      'styles',
      !careless('style-src', "'unsafe-inline'", '*'),
      shown('style-src'),
      'Allow only this site, and what stands inline by its hash.',
    ),
    judge('plugins', closed('object-src'), shown('object-src'), "Send object-src 'none'."),
    judge(
      'base address',
      policy.has('base-uri') && (closed('base-uri') || shown('base-uri') === "'self'"),
      (policy.get('base-uri') ?? []).join(' '),
      "Send base-uri 'none'.",
    ),
    judge(
      'frames',
      framed !== undefined && !framed.includes('*'),
      (framed ?? []).join(' '),
      "Send frame-ancestors 'self', or the sites that may show the app.",
    ),
    judge(
      'Trusted Types',
      policy.get('require-trusted-types-for')?.includes("'script'") ?? false,
      (policy.get('trusted-types') ?? []).join(' '),
      "Send require-trusted-types-for 'script', and name the app's policies in trusted-types.",
    ),
  ]
}

function httpsRules(strict: string, { protocol, hostname }: URL): Finding[] {
  if (isLoopback(hostnameOf(hostname)))
    return [skipped('HTTPS', 'a machine’s own address counts as safe; audit the real site as well')]
  const [, age = '0'] = /max-age=(\d+)/u.exec(strict) ?? []
  return [
    judge('HTTPS', protocol === 'https:', protocol, 'Serve the site by HTTPS: without it nothing installs.'),
    judge(
      'Strict-Transport-Security',
      Number(age) >= 15_552_000,
      strict,
      'Send max-age of at least half a year where HTTPS ends.',
    ),
  ]
}

/** The caching headers of one of the site's files. */
export function judgeCaching(name: string, headers: Headers, wanted: 'fresh' | 'for ever'): Finding {
  const caching = headers.get('cache-control') ?? ''
  const [, age = '0'] = /max-age=(\d+)/u.exec(caching) ?? []
  return wanted === 'fresh'
    ? judge(
        `${name} is asked for anew`,
        /no-cache|no-store|max-age=0/u.test(caching),
        caching,
        'Send Cache-Control: no-cache, or a release arrives late.',
      )
    : judge(
        `${name} is kept`,
        Number(age) >= 31_536_000 && caching.includes('immutable'),
        caching,
        'Its name changes with its content: send max-age=31536000, immutable.',
      )
}

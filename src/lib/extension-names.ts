/** The API extensions that a backend may have, by their names in `X-Api-Extensions`. */
export const extensionNames = [
  'keys',
  'acts',
  'logout',
  'late-logout',
  'client-id',
  'otp-proof',
  'otp-token',
  'withdraw-hold',
  'sessions',
  'password-reset',
  'statement-types',
  'statement-search',
  'statement-totals',
  'statement-csv',
  'page-cursors',
  'turnover',
  'activity',
  'events',
  'claim-guest',
  'push',
  'passkeys',
  'withdraw-proof',
  'play-limits',
  'collect',
] as const

export type ExtensionName = (typeof extensionNames)[number]

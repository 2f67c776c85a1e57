/** What a backend may have beyond the calls that every backend of the app has: each name as `X-Api-Extensions` announces it. */
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
  'turnover',
  'activity',
  'events',
  'claim-guest',
] as const

export type ExtensionName = (typeof extensionNames)[number]

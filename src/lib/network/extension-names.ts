/** Extensions of the API that are of no one call: how every call is made, and what replies say besides. */
export const commonExtensions = [
  'keys',
  'otp-proof',
  'withdraw-hold',
  'page-cursors',
  'turnover',
  'events',
  'withdraw-proof',
  'bonus-terms',
  'push-changes',
] as const

/** The extensions of calls by their names in `X-Api-Extensions`, each declared by the file of the contract that has the call. */
export interface CallExtensions {}

export type ExtensionName = (typeof commonExtensions)[number] | keyof CallExtensions

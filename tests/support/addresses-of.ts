import type { Call } from '../../src/api/contract/call.ts'

/** What tells the requests of a call from others. */
export type RequestsOf = Pick<Call, 'method' | 'path'>

/**
 * Matches the addresses that a call of the contract is sent to, and the paths of them, whatever its parameters are. Another call may have
 * the same path with another method.
 */
export function addressesOf({ path }: Pick<RequestsOf, 'path'>): RegExp {
  const withParameters = path.replaceAll(/\/:\w+(\??)/gu, '(?:/[^/?]+)$1')
  // One path of the contract ends in a slash, which is optional.
  return new RegExp(`^(?:https?://[^/]+)?${withParameters.replace(/\/$/u, '')}/?(?:\\?|$)`, 'u')
}

/** Whether a request with this method to this address, or path, is one of this call. */
export const isRequestOf = (call: RequestsOf, method: string | undefined, address: string) =>
  call.method === method && addressesOf(call).test(address)

import { SECOND } from '../clock.ts'

/** How long a provider is waited for, in ms. */
const PROVIDER_TIMEOUT = 30 * SECOND

/** How long a member waits for a provider before the answer says that it is under way, in ms. */
export const MEMBER_TIMEOUT = 10 * SECOND

/** What the member waits for; undefined if it takes longer than `MEMBER_TIMEOUT`. */
export const inMemberTime = <T>(asked: Promise<T>): Promise<T | undefined> =>
  inTime(asked, MEMBER_TIMEOUT).catch((error: unknown) => {
    if (error instanceof ProviderTimeout) return undefined
    throw error
  })

/** A provider has not answered: it may have done what it was asked, or may yet do it. */
export class ProviderTimeout extends Error {
  override readonly name = 'ProviderTimeout'
}

/** The provider's answer, or a `ProviderTimeout` after half a minute or `timeout` ms. */
export async function inTime<T>(asked: Promise<T>, timeout = PROVIDER_TIMEOUT): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderTimeout('The provider has not answered')), timeout)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}

import { inTime } from '#lib/in-time.ts'
import { SECOND } from '../clock.ts'

/** How long a provider is waited for, in ms. */
const PROVIDER_TIMEOUT = 30 * SECOND

/** How long a member waits for a provider before the answer says that it is under way, in ms. */
export const MEMBER_TIMEOUT = 10 * SECOND

/** What the member waits for; undefined if it takes longer than `MEMBER_TIMEOUT`. */
export const inMemberTime = <T>(asked: Promise<T>): Promise<T | undefined> =>
  inProviderTime(asked, MEMBER_TIMEOUT).catch((error: unknown) => {
    if (error instanceof ProviderTimeout) return undefined
    throw error
  })

/** A provider has not answered: it may have done what it was asked, or may yet do it. */
export class ProviderTimeout extends Error {
  override readonly name = 'ProviderTimeout'
}

/** The provider's answer, or a `ProviderTimeout` after half a minute or `timeout` ms. */
export const inProviderTime = <T>(asked: Promise<T>, timeout = PROVIDER_TIMEOUT): Promise<T> =>
  inTime(asked, timeout, () => {
    throw new ProviderTimeout('The provider has not answered')
  })

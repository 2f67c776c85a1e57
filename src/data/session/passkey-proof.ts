import type { ProofPurpose } from '#api/contract/passkey.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { canUsePasskeys } from '#lib/device/passkey-support.ts'

/**
 * Tries to have a passkey confirm what a code by SMS would confirm otherwise. Returns the proof's token; undefined where the code must
 * do it: the member has no passkey that may, or prefers the code. Never rejects.
 */
export async function tryPasskeyProof(purpose: ProofPurpose): Promise<string | undefined> {
  if (!hasExtension('passkeys') || !canUsePasskeys()) return undefined
  try {
    const { requestPasskeyProof } = await import('./passkeys.ts')
    return await requestPasskeyProof(purpose)
  } catch {
    return undefined
  }
}

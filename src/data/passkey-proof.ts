import type { ProofPurpose } from '#api/contract/passkey.ts'
import { hasExtension } from '#lib/api-extensions.ts'
import { canUsePasskeys } from '#lib/passkey-support.ts'

/**
 * Has a passkey confirm what else a code by SMS would. Returns the token that goes in the place of the code's; undefined if the member has
 * no passkey that may, or rather wants a code. Never rejects.
 */
export async function proofByPasskey(purpose: ProofPurpose): Promise<string | undefined> {
  if (!hasExtension('passkeys') || !canUsePasskeys()) return undefined
  try {
    const { confirmByPasskey } = await import(/* online only */ './passkeys.ts')
    return await confirmByPasskey(purpose)
  } catch {
    return undefined
  }
}

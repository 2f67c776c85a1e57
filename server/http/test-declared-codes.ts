import type { Call } from '#api/contract/call.ts'
import { errorCodes } from '#api/contract/error-codes.ts'
import { errorsOf } from './openapi.ts'

/** Fails for a code that the call does not declare. A message that is no code is a text for the member, which any call may answer with. */
export function checkDeclared(call: Call, message: string | null | undefined): void {
  const codes: readonly unknown[] = errorCodes
  if (codes.includes(message) && !errorsOf(call).includes(message ?? ''))
    throw new Error(`${call.id} answers ${message}, which its errors do not list`)
}

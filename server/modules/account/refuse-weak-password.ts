import type { Country } from '#lib/text/phone.ts'
import { weaknessOf } from '../../auth/weak-passwords.ts'
import { ApiError } from '../../http/api-error.ts'

interface Person {
  /** The phone number. */
  username: string
  name: string
  bankAccountName?: string | null | undefined
}

/** Refuses with WEAK_PASSWORD what a stranger would try first. */
export function refuseWeakPassword(password: string, person: Person, country: Country): void {
  const names = [person.name, person.bankAccountName ?? '']
  const reason = weaknessOf(password, { phone: person.username, names, country })
  if (reason !== undefined) throw new ApiError('WEAK_PASSWORD', 400, { reason })
}

import { isValidPhone, normalisePhone } from '#lib/text/phone.ts'
import type { Config } from '../../config.ts'
import { ApiError } from '../../http/api-error.ts'

/** The phone as it is stored. Refuses numbers that are impossible in this country. */
export function readPhone(text: string, { country, laos }: Config): string {
  const phone = normalisePhone(text, country)
  if (!isValidPhone(phone, country))
    throw new ApiError(laos ? 'KEY_INVALID' : 'PHONE_NUMBER_REQUIRE_10_DIGIT')
  return phone
}

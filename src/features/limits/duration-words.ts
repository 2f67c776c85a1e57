import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** A time at play in words: `2 h 30 min`. */
export function durationWords(i18n: I18n, inAll: number): string {
  const [hours, minutes] = [Math.floor(inAll / 60), inAll % 60]
  if (hours === 0) return i18n._(msg`${minutes} min`)
  return i18n._(minutes === 0 ? msg`${hours} h` : msg`${hours} h ${minutes} min`)
}

import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ApiError } from '#api/api-error.ts'
import { showErrorDialog } from '#errors/error-dialog.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { sayInDialog } from '#errors/say-in-dialog.ts'
import { isSpinError, spinErrorWords } from '#errors/wheel-errors.ts'
import { toast } from '#ui/message/toast.ts'

/** A spin or claim that is done, but whose answer is lost: the list of coupons shows the result. */
export function toastDone(): void {
  toast({ tone: 'jade', icon: 'check', title: i18n._(msg`It went through.`), id: 'coupon' })
}

/** A spin or claim that the wheel refused, with the wheel's own text. */
export function sayRefused(code: string | null | undefined): void {
  showErrorDialog(spinErrorWords(code))
}

/** A spin or claim that failed before it reached the wheel. */
export function sayFailed(error: ApiError): void {
  sayInDialog(error, isSpinError(error.code) ? spinErrorWords(error.code) : wordsFor(error))
}

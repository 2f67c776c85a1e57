import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type SlipReason, slipReasons } from '#api/contract/slip-reasons.ts'

/** Why a deposit slip was refused, by the reason the check gives. */
const texts: Record<SlipReason, MessageDescriptor> = {
  UPLOADED_FILE_NOT_EXIST: msg`This picture is not a slip we can use. Please upload the original slip.`,
  IMG_SIZE_UNABLE_TO_PROCESS: msg`This picture is not a slip we can use. Please upload the original slip.`,
  CANNOT_READ_CROPPED_IMAGE: msg`This picture is not a slip we can use. Please upload the original slip.`,
  DEST_ACC_INVALID: msg`The money went to another account than ours. Please contact us.`,
  SLIP_REFNO_DUPLICATED: msg`This slip was uploaded before.`,
  UNSTABLE_REFNO_ON_SLIP: msg`The reference on the slip cannot be read. Please upload a clearer picture.`,
  TRIPPLE_WRONG_CAPTCHA: msg`The bank check did not pass three times in a row. Please upload the slip again.`,
  INVALID_SLIP: msg`The slip cannot be read. Please upload a clearer picture.`,
  NOT_MATCH: msg`The money came from another account than your registered one. Please contact us.`,
  EXPIRED_SLIP: msg`This slip is too old. Please contact us.`,
  UNKNOW_ERROR: msg`The slip could not be checked. Please contact us.`,
}

const isReason = (text: string): text is SlipReason => slipReasons.some((reason) => reason === text)

/** The text for a reason in the member's language; undefined for a reason that is itself a text. */
export function slipReasonText(reason: string): MessageDescriptor | undefined {
  return isReason(reason) ? texts[reason] : undefined
}

import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { safeParse } from 'valibot'
import type { ApiError } from '#api/api-error.ts'
import { refusalDetails } from '#api/contract/refusal-details.ts'
import { lookup } from '#lib/lookup.ts'
import { type AttachmentError, maxMegabytes, type Medium } from './attachment-rules.ts'

/** Why a chosen file cannot be sent. */
export function attachmentErrorText(error: AttachmentError): string {
  if (error === 'not-supported') return i18n._(msg`File is not supported`)
  if (error === 'empty') return i18n._(msg`The file is empty. Please choose another one.`)
  const { largest } = error
  return i18n._(msg`The file is too large. Please select file no larger than ${largest} MB.`)
}

/** The backend's upload codes are those of slips, whose texts do not fit here. */
const refusals: Record<string, MessageDescriptor> = {
  SLIP_INVALID_FILE: msg`This file cannot be opened. Please choose another one.`,
  SLIP_UPLOAD_FAIL: msg`The file could not be sent. Please try again in a moment.`,
}

/** Why the backend refused the upload; undefined where its code is not about the file. */
export function uploadErrorText({ code, status, body }: ApiError, medium: Medium): string | undefined {
  const read = safeParse(refusalDetails, body)
  const reason = read.success ? read.output.reason : undefined
  if (reason === 'too-large' || status === 413) return attachmentErrorText({ largest: maxMegabytes[medium] })
  if (reason === 'other-kind') return attachmentErrorText('not-supported')
  if (reason === 'too-many-today')
    return i18n._(msg`You have sent all the files allowed for today. Please send it again tomorrow.`)
  if (code === 'SLIP_NO_FILE') return attachmentErrorText('empty')
  const known = lookup(refusals, code)
  return known && i18n._(known)
}

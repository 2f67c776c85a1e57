import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { uploadErrorText } from './attachment-texts.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const refusal = (code: string, { reason, status = 400 }: { reason?: string; status?: number } = {}) =>
  new ApiError('refused', { code, status, body: { message: code, ...(reason && { reason }) } })
const tooLarge = (mb: number) => `The file is too large. Please select file no larger than ${mb} MB.`

test.each([
  ['no file', refusal('SLIP_NO_FILE'), 'The file is empty. Please choose another one.'],
  ['another kind', refusal('SLIP_INVALID_FILE', { reason: 'other-kind' }), 'File is not supported'],
  ['too large', refusal('SLIP_INVALID_FILE', { reason: 'too-large' }), tooLarge(10)],
  ['too large for the gateway', refusal('anything', { status: 413 }), tooLarge(10)],
  ['broken', refusal('SLIP_INVALID_FILE'), 'This file cannot be opened. Please choose another one.'],
  [
    'one too many',
    refusal('SLIP_UPLOAD_FAIL', { reason: 'too-many-today' }),
    'You have sent all the files allowed for today. Please send it again tomorrow.',
  ],
  ['a failure', refusal('SLIP_UPLOAD_FAIL'), 'The file could not be sent. Please try again in a moment.'],
])('a refused chat file (%s) is called a file, not a slip', (_, error, words) => {
  expect(uploadErrorText(error, 'image')).toBe(words)
})

test('a video may be larger, and other errors keep their own texts', () => {
  expect(uploadErrorText(refusal('SLIP_INVALID_FILE', { reason: 'too-large' }), 'video')).toBe(tooLarge(20))
  expect(uploadErrorText(refusal('REQUEST_LIMIT_1MIN', { status: 429 }), 'image')).toBeUndefined()
  expect(uploadErrorText(refusal('constructor'), 'image')).toBeUndefined()
})

import * as v from 'valibot'
import { moment as momentOfContract } from '#api/contract/statement.ts'
import { isRowNumber } from '../database/columns.ts'
import { isUuid } from '../http/uuid.ts'

/** What a field of a form has to be. Its message goes on the words “The field … is not”. */
export type FieldSchema = v.GenericSchema<string, unknown>

export const words = v.string()

export const uuid = v.pipe(v.string(), v.check(isUuid, 'an id'))

/** The id of a row that is numbered. */
export const rowId = v.pipe(v.string(), v.check(isRowNumber, 'an id'))

/** A time as the console's pages write it into a form. */
export const moment = v.pipe(
  v.string(),
  v.check((text) => v.is(momentOfContract, text), 'a time'),
  v.transform((text) => new Date(text)),
)

/** What staff write, trimmed. The form's `maxlength` is the same: cut off here, it might end within a letter. */
export const note = (maxLength: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(maxLength, `a text of ${maxLength} characters at most`))

/** The lines of a field in which something is written, trimmed. */
export const filledLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A field is not what the console's own forms send: it is forged, or of a page of another release. */
export class FieldError extends Error {
  override name = 'FieldError'
}

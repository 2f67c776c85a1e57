import * as v from 'valibot'
import { promotionCode } from './promotion-rules.ts'

export interface CodeFields {
  code: string
}

type CodeFault = 'empty' | 'no-code'

/** The code is sent in capitals. It is a segment of the address, where `.` and `..` would lead elsewhere. */
export const codeSchema = v.object({
  code: v.pipe(
    v.string(),
    v.transform(promotionCode),
    v.nonEmpty('empty' satisfies CodeFault),
    v.maxLength(100, 'no-code' satisfies CodeFault),
    v.regex(/^(?!\.{1,2}$)/u, 'no-code' satisfies CodeFault),
  ),
})

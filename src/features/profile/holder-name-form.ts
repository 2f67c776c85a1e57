import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { isLatinName, toLatinName } from '#lib/bank-account.ts'

const holderNameProblems = {
  missing: msg`Enter the name on the account.`,
  latin: msg`Please use English letters and spaces only.`,
}
type Problem = keyof typeof holderNameProblems

/** Gives the name as the bank writes it. */
export const holderNameForm = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('missing' satisfies Problem),
    v.maxLength(200, 'latin' satisfies Problem),
    v.check(isLatinName, 'latin' satisfies Problem),
    v.transform(toLatinName),
  ),
})

export function holderNameProblem(found: string | undefined) {
  return found !== undefined && found in holderNameProblems ? holderNameProblems[found as Problem] : undefined
}

/** What of the present name may stay. */
export function latinPart(name: string): string {
  return toLatinName(name.replaceAll(/[^A-Za-z ]/gu, ''))
}

/** Small letters stand as the bank writes them while they are typed; the length stays, and with it the caret's place. */
export function raised(text: string): string {
  return text.replaceAll(/[a-z]+/gu, (letters) => letters.toUpperCase())
}

import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { isLatinName, toLatinName } from '#lib/payments/bank-account.ts'
import { lookup } from '#lib/lookup.ts'

const holderNameProblems = {
  missing: msg`Enter the name on the account.`,
  latin: msg`Please use English letters and spaces only.`,
}
type Problem = keyof typeof holderNameProblems

/** Parses to the name as the bank writes it. */
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
  return lookup(holderNameProblems, found)
}

/** The part of the current name that can be kept. */
export function latinPart(name: string): string {
  return toLatinName(name.replaceAll(/[^A-Za-z ]/gu, ''))
}

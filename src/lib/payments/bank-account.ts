import { toArabicDigits } from '#lib/money/digits.ts'
import { normaliseText } from '#lib/text/text.ts'

/** The known groupings in which banks print their account numbers. */
const groupings: Record<string, readonly number[]> = {
  BBL: [3, 1, 5, 1],
  KBANK: [3, 1, 5, 1],
  KTB: [3, 1, 5, 1],
  TMB: [3, 6, 1],
  SCB: [3, 1, 5, 1],
  CIMBT: [3, 1, 5, 1],
  UOBT: [3, 3, 3, 1],
  BAY: [3, 1, 5, 1],
  GSB: [3, 1, 5, 3],
  GHB: [3, 1, 5, 3],
  BAAC: [3, 1, 5, 3],
  ISBT: [3, 1, 5, 1],
  TISCO: [4, 3, 6, 1],
  KKP: [3, 6, 1],
  BCEL: [3, 2, 2, 8, 3],
}
const profileGrouping = [3, 3, 4] as const

const lengthOf = (grouping: readonly number[]) => grouping.reduce((sum, size) => sum + size, 0)

function split(digits: string, grouping: readonly number[]): string {
  const [size, ...rest] = grouping
  if (size === undefined || rest.length === 0) return digits
  return `${digits.slice(0, size)}-${split(digits.slice(size), rest)}`
}

/** An account number as its bank prints it; ten digits of any other bank 3-3-4; anything else unchanged. */
export function groupAccountNo(accountNo: string, bankCode: string): string {
  const grouping = groupings[bankCode]
  if (grouping && /^\d+$/u.test(accountNo) && accountNo.length === lengthOf(grouping)) {
    return split(accountNo, grouping)
  }
  return groupProfileAccountNo(accountNo)
}

/** The grouping on the profile: ten digits 3-3-4, anything else unchanged. */
export function groupProfileAccountNo(accountNo: string): string {
  return /^\d{10}$/u.test(accountNo) ? split(accountNo, profileGrouping) : accountNo
}

type AccountNoProblem = 'not-digits' | 'too-short' | 'too-long'

/** Parses a typed account number. An unusual length for the bank is only a warning, because the server decides. */
export function readAccountNo(
  text: string,
  bankCode = '',
): { digits: string; problem?: AccountNoProblem; oddLength: boolean } {
  const digits = toArabicDigits(text).replace(/[\s-]/gu, '')
  const problem = problemOf(digits)
  const grouping = groupings[bankCode]
  const oddLength = !problem && grouping !== undefined && digits.length !== lengthOf(grouping)
  return problem ? { digits, problem, oddLength } : { digits, oddLength }
}

function problemOf(digits: string): AccountNoProblem | undefined {
  if (!/^\d*$/u.test(digits)) return 'not-digits'
  if (digits.length < 8) return 'too-short'
  return digits.length > 20 ? 'too-long' : undefined
}

const latinNameBanks: ReadonlySet<string> = new Set(['KTB', 'TMB', 'BBL'])

/** Whether the bank requires a Latin account name. */
export function needsLatinName(bankCode: string): boolean {
  return latinNameBanks.has(bankCode)
}

export function isLatinName(name: string): boolean {
  return /^ *[A-Za-z][A-Za-z ]*$/u.test(normaliseText(name))
}

/** The name as those banks write it: upper case, trimmed, one space between words. */
export function toLatinName(text: string): string {
  return normaliseText(text).trim().replace(/\s+/gu, ' ').toUpperCase()
}

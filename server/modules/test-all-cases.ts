import type { ErrorCode } from '#api/contract/error-codes.ts'
import type { CodeWays } from '../http/test-code-world.ts'
import { generalCodes } from '../http/test-general-codes.ts'
import type { MoneyOperation } from './test-operation.ts'

/** What a module's `test-cases.ts` may export. */
interface TestCases {
  /** How its operations move money. */
  moneyOperations?: readonly MoneyOperation[]
  /** The ids of its other operations, by the reason why they are not among those. */
  otherOperations?: Readonly<Record<string, readonly string[]>>
  /** How its error codes come about. */
  codes?: CodeWays
}

const known: readonly (keyof TestCases)[] = ['moneyOperations', 'otherOperations', 'codes']
const files = Object.entries(import.meta.glob<TestCases>('./*/test-cases.ts', { eager: true }))
for (const [file, cases] of files) {
  const others = Object.keys(cases).filter((name) => !known.some((one) => one === name))
  if (others.length > 0)
    throw new Error(
      `${file.replace('.', 'server/modules')} exports ${others.join(', ')}: nobody looks for that`,
    )
}
const ofModules = files.map(([, cases]) => cases)

/** Every operation of the contract that moves money: `contract.test.ts` names one that is missing. */
export const moneyOperations = ofModules.flatMap((one) => one.moneyOperations ?? [])

/** The ids of the contract's other operations. */
export const otherOperations = ofModules.flatMap((one) => Object.values(one.otherOperations ?? {}).flat())

/** How each error code comes about, in the order of the files; `codes.test.ts` names one that stands twice. */
export const codeWays = [generalCodes, ...ofModules.map(({ codes = {} }) => codes)].flatMap(
  (codes) => Object.entries(codes) as [ErrorCode, NonNullable<CodeWays[ErrorCode]>][],
)

import type { Call } from './contract/call.ts'
import { extensionsOf } from './contract/extensions.ts'

const modules = import.meta.glob<Record<string, unknown>>(['./contract/*.ts', '!./contract/*.test.ts'], {
  eager: true,
})
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call of the contract. */
export const contractCalls: readonly Call[] = Object.values(modules).flatMap((file) =>
  Object.values(file).filter(isCall),
)

/** What our server announces. */
export const extensionNames = extensionsOf(contractCalls)

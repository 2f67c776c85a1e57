import { expect, test } from 'vitest'
import type { Call } from '#api/contract/call.ts'
import { isOperationId } from './operation-names.ts'

const contract = import.meta.glob<Record<string, Partial<Call> | undefined>>(
  ['../api/contract/*.ts', '!**/*.test.ts'],
  { eager: true },
)

test('every operation of a member has its name, also of a new contract file (add the file to the types of operation-names.ts)', () => {
  const elsewhere = new Set(['uploadSlip', 'addMoney'])
  const operations = Object.values(contract)
    .flatMap((module) => Object.values(module))
    .flatMap((call) => (call?.changes && call.access === 'member' && call.id ? [call.id] : []))
  expect(operations.length).toBeGreaterThan(30)
  expect(operations.filter((id) => !isOperationId(id) && !elsewhere.has(id))).toEqual([])
})

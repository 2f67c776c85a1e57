import { expect, test } from 'vitest'
import type { Call } from '#api/contract/call.ts'
import { operations } from './operations.ts'

const contract = import.meta.glob<Record<string, Partial<Call> | undefined>>(
  ['../api/contract/*.ts', '!**/*.test.ts'],
  { eager: true },
)

/** Slips have the outbox, which shows their outcome; the sandbox's own call has no screen. */
const elsewhere = ['uploadSlip', 'addMoney']

test('every operation of a member is known, and nothing else is', () => {
  const ids = Object.values(contract)
    .flatMap((module) => Object.values(module))
    .flatMap((call) => (call?.changes && call.access === 'member' && call.id ? [call.id] : []))
  expect(ids.length).toBeGreaterThan(30)
  expect([...Object.keys(operations), ...elsewhere].toSorted()).toEqual(ids.toSorted())
})

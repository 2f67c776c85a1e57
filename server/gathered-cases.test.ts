import { expect, test } from 'vitest'
import { spin } from '#api/contract/spinwheel.ts'
import { ledgerEntries } from './database/schema/ledger.ts'
import { coupons } from './database/schema/spin.ts'
import type { Due } from './database/test-due.ts'
import { moneyOperation, nothing } from './modules/test-money-operation.ts'
import { gather, moneyOperations } from './test-gathered-cases.ts'

const codes = { getQr: { QR_FAIL: () => Promise.resolve() } }
const spins = [moneyOperation(spin, { cases: { 'a spin': nothing }, drawn: nothing })]
const due: Due[] = [{ table: coupons, of: () => undefined }]
const ofLedger: Due[] = [{ table: ledgerEntries, of: () => undefined }]

test.each([
  [
    'a code of a call that two files bring about',
    { a: { codes }, b: { codes } },
    'the code getQr QR_FAIL stands in a and in b',
  ],
  [
    'an operation listed twice',
    { a: { moneyOperations: spins }, b: { moneyOperations: spins } },
    'the operation spin stands in a and in b',
  ],
  [
    'an operation that moves money and does not',
    { a: { moneyOperations: spins, otherOperations: { 'it turns': ['spin'] } } },
    'the operation spin stands in a and in a',
  ],
  ['a table counted twice', { a: { due }, b: { due } }, 'the table coupons stands in a and in b'],
  ['a table of the ledger', { a: { due: ofLedger } }, 'a counts ledger_entries, which is the ledger’s'],
  [
    'a file without a known name',
    { a: {} },
    'a exports none of moneyOperations, otherOperations, codes, due',
  ],
  ['a name misspelt beside a known one', { a: { codes, dues: due } }, 'a exports dues, which is none of'],
])('%s is refused', (_, files, fault) => {
  expect(() => gather(files)).toThrow(fault)
})

test('the order is that of the names, whatever the files', () => {
  const ids = moneyOperations.map(({ call }) => call.id)
  expect(ids).toEqual(ids.toSorted())
  expect(ids.length).toBeGreaterThan(10)
})

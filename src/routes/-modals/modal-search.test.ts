import * as v from 'valibot'
import { expect, test } from 'vitest'
import { modalNames, modalSearch, noModal, visitorModalNames, visitorSearch } from './modal-search.ts'

test.each(modalNames)('a link of the app’s protocol opens %s, with slashes and without', (open) => {
  for (const link of [open, `web+champa:${open}`, `web+champa://${open}`])
    expect(v.parse(modalSearch, { open: link })).toEqual({ ...noModal, open })
})

test.each(visitorModalNames)('the address of a visitor’s page opens %s', (open) => {
  expect(v.parse(visitorSearch, { open })).toEqual({ open, redirect: undefined })
})

test('the address of a visitor’s page opens no modal of the members', () => {
  const ofMembers = modalNames.filter((name) => !visitorModalNames.some((one) => one === name))
  for (const open of ofMembers)
    expect(v.parse(visitorSearch, { open })).toEqual({ open: undefined, redirect: undefined })
})

test.each([
  ['no sheet', 'web+champa:'],
  ['a sheet that does not exist', 'web+champa:transfer-all'],
  ['a name of every object', 'web+champa:__proto__'],
  ['another such name', 'web+champa:constructor'],
  ['an address on another site', 'web+champa://evil.example/deposit.html'],
  ['a script', 'web+champa:javascript:alert(1)'],
  ['markup', 'web+champa:<img src=x onerror=alert(1)>'],
  ['an amount', 'web+champa:transfer?amount=5000'],
  ['another parameter', 'web+champa:deposit&source=GAMES'],
  ['an encoded name', 'web+champa:%64eposit'],
  ['lines', 'web+champa:x\ndeposit'],
  ['endless words', `web+champa:${'/'.repeat(100_000)}x`],
  ['a number', 7],
  ['a list', ['deposit']],
])('a link of the app’s protocol with %s opens nothing', (_, open) => {
  expect(v.parse(modalSearch, { open })).toEqual(noModal)
})

test('a link of an earlier release that names the source `from` opens the transfer', () => {
  expect(v.parse(modalSearch, { open: 'transfer', from: 'GAMES' })).toEqual({ ...noModal, open: 'transfer' })
})

import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readModals } from '../../../scripts/route-loading/routes.ts'
import { modalSearch, noModal, visitorSearch } from './modal-search.ts'

const namesIn = (table: 'member' | 'visitor') => readModals(table).map(({ name }) => name)

test.each([...namesIn('member'), ...namesIn('visitor')])(
  'a link of the app’s protocol opens %s, with slashes and without',
  (open) => {
    for (const link of [open, `web+champa:${open}`, `web+champa://${open}`])
      expect(v.parse(modalSearch, { open: link })).toEqual({ ...noModal, open })
  },
)

test.each(namesIn('visitor'))('the address of a visitor’s page opens %s', (open) => {
  expect(v.parse(visitorSearch, { open })).toEqual({ open, redirect: undefined })
})

test.each([
  ['no sheet', 'web+champa:'],
  ['a name of every object', 'web+champa:__proto__'],
  ['an address on another site', 'web+champa://evil.example/deposit.html'],
  ['a script', 'web+champa:javascript:alert(1)'],
  ['markup', 'web+champa:<img src=x onerror=alert(1)>'],
  ['an amount', 'web+champa:transfer?amount=5000'],
  ['another parameter', 'web+champa:deposit&source=GAMES'],
  ['an encoded name', 'web+champa:%64eposit'],
  ['lines', 'web+champa:x\ndeposit'],
  ['endless words', `web+champa:${'/'.repeat(100_000)}1`],
  ['a number', 7],
  ['a list', ['deposit']],
])('a link of the app’s protocol with %s opens nothing', (_, open) => {
  expect(v.parse(modalSearch, { open })).toEqual(noModal)
})

test('a link of an earlier release that names the source `from` opens the transfer', () => {
  expect(v.parse(modalSearch, { open: 'transfer', from: 'GAMES' })).toEqual({ ...noModal, open: 'transfer' })
})

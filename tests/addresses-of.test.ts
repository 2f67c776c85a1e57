import { expect, test } from 'vitest'
import { addressOf } from '../src/api/client.ts'
import { addressesOf, isRequestOf } from './support/addresses-of.ts'
import { contractCalls } from './support/without-extensions.ts'

/** The addresses of a call with its optional parameter and without. */
function addressesWith({ path, ...call }: (typeof contractCalls)[number]): string[] {
  const names = [...path.matchAll(/:(\w+)/gu)].map(([, name]) => name)
  const params = Object.fromEntries(names.map((name) => [name, 'a/b c']))
  const required = Object.fromEntries(names.map((name) => [name, path.includes(`:${name}?`) ? '' : 'x']))
  return [params, required].map((given) => addressOf({ path, ...call }, given))
}

test.each(contractCalls.map((call) => [call.id, call] as const))(
  'the requests of %s are known, and taken for no other call’s',
  (_, call) => {
    for (const path of addressesWith(call))
      for (const address of [path, `http://localhost:8080${path}`, `https://wallet.example${path}?x=/y`]) {
        const known = contractCalls.filter((one) => isRequestOf(one, call.method, address))
        expect([address, known.map(({ id }) => id)]).toEqual([address, [call.id]])
        expect(addressesOf(call).test(`${path}/one-more/and-more/and-more`)).toBe(false)
      }
  },
)

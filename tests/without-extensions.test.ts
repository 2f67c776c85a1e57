import * as v from 'valibot'
import { expect, test } from 'vitest'
import { checkActiveBonus } from '../src/api/contract/bonus.ts'
import { extensionsOf } from '../src/api/contract/extensions.ts'
import type { ProxyRequest } from './support/fault-proxy.ts'
import { contractCalls, extensionCalls, withoutExtensions } from './support/without-extensions.ts'

interface Shape {
  isAddition?: boolean
  entries?: Record<string, Shape>
  item?: Shape
  wrapped?: Shape
  options?: Shape[]
}

/** The additions of a body or reply, by name. */
function additionsIn({ entries = {}, item, wrapped, options = [] }: Shape): [string, Shape][] {
  const parts = [
    ...Object.values(entries),
    ...options,
    ...[item, wrapped].filter((part) => part !== undefined),
  ]
  const own = Object.entries(entries).filter(([, field]) => field.isAddition)
  return [...own, ...parts.flatMap(additionsIn)]
}

test.each(
  contractCalls.filter(({ extension }) => extension === undefined).map((call) => [call.id, call] as const),
)('%s needs none of its additions', (_, { body, reply, extensionFields = {} }) => {
  const additions = [reply, ...(body ? [body] : [])].flatMap((schema) => additionsIn(schema as Shape))
  for (const [name, field] of additions)
    expect([name, v.is(field as unknown as v.GenericSchema, undefined)]).toEqual([name, true])
  const { entries = {} } = (body ?? {}) as Shape
  for (const name of Object.keys(extensionFields))
    expect([name, v.is(entries[name] as unknown as v.GenericSchema, undefined)]).toEqual([name, true])
})

const asked = (method: string, url: string, body = ''): ProxyRequest => ({
  method,
  url,
  headers: { 'content-type': 'application/json', 'idempotency-key': 'key' },
  body: Buffer.from(body),
})
const answering = (status: number, body: object) => async () => ({
  status,
  headers: { 'content-type': 'application/json', 'x-api-extensions': extensionsOf(contractCalls).join(', ') },
  body: Buffer.from(JSON.stringify(body)),
})

test('the double has no call and no field that the contract marks as ours', async () => {
  const modules = ['bank-account', 'collect', 'limits', 'passkey', 'push', 'withdraw']
  for (const name of modules)
    expect([name, extensionCalls.some(({ path }) => path.includes(name.split('-')[0] ?? ''))]).toEqual([
      name,
      true,
    ])
  const running = { status: true, type: 'bonus', toPlay: 1, required: 2, mayEnd: false, endsBelow: 3 }
  const reply = await withoutExtensions(asked('GET', checkActiveBonus.path), answering(200, running))
  expect(JSON.parse(reply.body.toString())).toEqual({ status: true, type: 'bonus' })
  expect(reply.headers['x-api-extensions']).toBeUndefined()
  const refused = await withoutExtensions(
    asked('POST', '/api/wallet/transfer', '{}'),
    answering(400, { message: 'TRANSFER_MINIMUM', reason: 'below-minimum', minimum: 1 }),
  )
  expect(JSON.parse(refused.body.toString())).toEqual({ message: 'TRANSFER_MINIMUM' })
})

test('the double hands on what it knows alone', async () => {
  let sent: ProxyRequest | undefined
  const body = { page: 1, limit: 20, before: 'cursor', statementTypes: ['deposit'], search: 'x' }
  await withoutExtensions(asked('POST', '/api/statement', JSON.stringify(body)), async (request) => {
    sent = request
    return answering(200, { total: 0, statements: [] })()
  })
  expect(JSON.parse(String(sent?.body))).toEqual({ page: 1, limit: 20 })
  expect(sent?.headers['idempotency-key']).toBeUndefined()
})

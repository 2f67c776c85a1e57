import { expect, test } from 'vitest'
import type { Call } from '#api/contract/call.ts'
import { lookupWithdraw } from '#api/contract/lookup.ts'
import { routes } from '../routes.ts'
import { moneyOperations, operationIds } from '../test-gathered-cases.ts'
import { describeCalls, errorsOf } from './openapi.ts'
import { type RequestContext, route } from './route.ts'
import { addressOf, contractCalls } from './test-contract.ts'

interface Description {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; requestBody?: object; responses: object }>>
}

const description = describeCalls(routes.map(({ call }) => call)) as Description

test('every call of the contract has its route, and there are no others', () => {
  expect(
    routes.map(({ call }) => call.id).sort(),
    'its module’s routes: “Add a call”, 2, in docs/how-to.md',
  ).toEqual(contractCalls.map((call) => call.id).sort())
  expect(new Set(contractCalls.map(({ id }) => id)).size).toBe(contractCalls.length)
})

test('a call that changes nothing is a GET, or a POST whose body says what to read; any other says in `writes` what it writes', () => {
  const unsaid = contractCalls.filter(
    ({ changes, writes, method, body }) =>
      !changes && !writes && method !== 'GET' && (method !== 'POST' || !body),
  )
  expect(
    unsaid.map(({ id, method, path }) => `${id}, ${method} ${path}`),
    'an operation, or `writes`: “Add a call”, 1, in docs/how-to.md',
  ).toEqual([])
})

test('no two calls answer the same address, whatever the order of their routes', () => {
  const patternOf = ({ method, path }: Call) =>
    new RegExp(
      `^${method} ${path.replaceAll(/\/:\w+\?/gu, '(?:/[^/]+)?').replaceAll(/:\w+/gu, '[^/]+')}/?$`,
      'u',
    )
  const patterns = contractCalls.map((call) => [call.id, patternOf(call)] as const)
  for (const call of contractCalls) {
    const address = `${call.method} ${addressOf(call)}`
    expect(patterns.flatMap(([id, pattern]) => (pattern.test(address) ? [id] : []))).toEqual([call.id])
  }
})

test('every operation stands in a test-cases.ts: with how it moves money, or with the reason why it moves none', () => {
  const operations = contractCalls.filter(({ changes }) => changes).map(({ id }) => id)
  expect(operations.length).toBeGreaterThan(30)
  expect(
    operationIds,
    '`moneyOperations` or `otherOperations` of its module’s test-cases.ts: “Change money or state in a screen”, 7, in docs/how-to.md',
  ).toEqual(operations.toSorted())
  expect(moneyOperations.filter(({ cases }) => cases.length === 0).map(({ call }) => call.id)).toEqual([])
})

test.each(contractCalls.map((call) => [call.id, call] as const))('%s is published', (id, call) => {
  const path = call.path.replaceAll(/:(\w+)\??/gu, '{$1}')
  const operation = description.paths[path]?.[call.method.toLowerCase()]
  expect(operation?.operationId).toBe(id)
  expect(operation?.requestBody !== undefined).toBe(call.body !== undefined || call.upload !== undefined)
  for (const code of call.errors) expect(JSON.stringify(operation?.responses)).toContain(`"${code}"`)
})

test.each(contractCalls.map((call) => [call.id, call] as const))(
  '%s declares only codes of its own',
  (_, call) => {
    const shared = errorsOf({ ...call, errors: [] })
    expect(call.errors.filter((code) => shared.includes(code))).toEqual([])
  },
)

test('the description is OpenAPI 3.1 with an id for each operation', () => {
  expect(description.openapi).toMatch(/^3\.1/u)
  // An optional parameter becomes two paths.
  expect(description.paths['/api/autoLogin/{game}/{username}']).toBeDefined()
  const ids = Object.values(description.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('a reply’s money is sent in baht; a fraction of a satang is not sent', async () => {
  const limits = (withdrawMin: number) =>
    route(lookupWithdraw, () => ({ withdrawMin, withdrawMax: 5000_00, toPlay: null })).handle(
      {} as RequestContext<Call>,
      undefined,
    )
  expect(await limits(99_50)).toEqual({ withdrawMin: 99.5, withdrawMax: 5000, toPlay: null })
  await expect(limits(99.5)).rejects.toThrow(RangeError)
})

import { beforeAll, expect, test } from 'vitest'
import { errorCodes } from '#api/contract/error-codes.ts'
import { describeOnEmbedded } from '../database/test-database.ts'
import { codes } from '../test-gathered-cases.ts'
import { type CodeWorld, openCodeWorld } from './test-code-world.ts'
import { contractCalls } from './test-contract.ts'
import { otherBackends, otherBackendsOfCall } from './test-unsent-codes.ts'

interface Answer {
  call: string
  body: { message?: string; code?: string; error?: string }
}

describeOnEmbedded('the wire says', (open) => {
  let world: CodeWorld
  beforeAll(async () => {
    world = await openCodeWorld(open)
  })

  test.each(codes)('%s', async (name, bringAbout) => {
    const { call, body } = (await bringAbout(world)) as Answer
    expect(`${call} ${body.message ?? body.code ?? body.error}`).toBe(name)
  })
})

const HINT = '`codes` of its module’s test-cases.ts: “Add an error code”, 5, in docs/how-to.md'
const brought = new Set(codes.map(([name]) => name))
const declared = contractCalls.flatMap(({ id, errors }) => errors.map((code) => `${id} ${code}`))

test('every code of the catalogue is sent, except those that only other backends send', () => {
  const sent = new Set(codes.map(([name]) => name.split(' ')[1]))
  expect([...sent, ...Object.keys(otherBackends)].sort(), HINT).toEqual([...errorCodes].sort())
})

test('every call answers each code that it declares, except those that only other backends send', () => {
  const unsent = declared.filter((name) => !brought.has(name))
  expect(unsent.sort(), HINT).toEqual(Object.keys(otherBackendsOfCall).sort())
})

const sources = import.meta.glob<string>(['../**/*.ts', '!../**/*.test.ts', '!./test-unsent-codes.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test.each(Object.keys(otherBackends))('%s is not sent anywhere', (code) => {
  expect(Object.keys(sources).filter((path) => sources[path]?.includes(`'${code}'`))).toEqual([])
})

import { beforeAll, expect, test } from 'vitest'
import { errorCodes } from '#api/contract/error-codes.ts'
import { describeOnEmbedded } from '../database/test-database.ts'
import { codes } from '../test-gathered-cases.ts'
import { type CodeWorld, openCodeWorld } from './test-code-world.ts'
import { otherBackends } from './test-unsent-codes.ts'

describeOnEmbedded('the wire says', (open) => {
  let world: CodeWorld
  beforeAll(async () => {
    world = await openCodeWorld(open)
  })

  test.each(codes)('%s', async (code, bringAbout) => {
    const { body } = (await bringAbout(world)) as {
      body: { message?: string; code?: string; error?: string }
    }
    expect(body.message ?? body.code ?? body.error).toBe(code)
  })

  test('every code of the catalogue is sent, except those that only other backends send', () => {
    expect(
      [...codes.map(([code]) => code), ...Object.keys(otherBackends)].sort(),
      '`codes` of its module’s test-cases.ts: “Add an error code”, 5, in docs/how-to.md',
    ).toEqual([...errorCodes].sort())
  })
})

const sources = import.meta.glob<string>(['../**/*.ts', '!../**/*.test.ts', '!./test-unsent-codes.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test.each(Object.keys(otherBackends))('%s is not sent anywhere', (code) => {
  expect(Object.keys(sources).filter((path) => sources[path]?.includes(`'${code}'`))).toEqual([])
})

import { expect, test } from 'vitest'
import { createLogger, describeError, withoutParameters } from './log.ts'

test('a line is one JSON object, and lines below the level are left out', () => {
  const lines: string[] = []
  const log = createLogger('warn', (line) => lines.push(line)).with({ request: 'r1' })
  log.info('quiet')
  log.warn('loud', { ms: 3 })
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { time: expect.any(String), level: 'warn', event: 'loud', request: 'r1', ms: 3 },
  ])
})

test('a query’s parameters are kept out of the log', () => {
  const error = new Error('Failed query: select $1\nparams: 0812345678,secret', {
    cause: new Error('no such table'),
  })
  const described = JSON.stringify(describeError(error))
  expect(described).toContain('Failed query: select $1')
  expect(described).toContain('no such table')
  expect(described).not.toMatch(/0812345678|secret/u)
  expect(withoutParameters(error.stack ?? '')).toMatch(/^Error: Failed query: select \$1\n {4}at /u)
})

import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { transfer } from '#api/contract/wallet.ts'
import { store } from '#lib/store.ts'
import { createOperationRunner, type OperationPorts } from './operation-runner.ts'
import type { Comparison, OperationReport } from './outcome.ts'

const input = { body: { from: 'WALLET', to: 'PG', amount: 50_00 } }
const moved = { message: 'SUCCESS', amount: 50_00 }
/** The same reply as the server keeps it: as it was sent. */
const kept = { message: 'SUCCESS', amount: 50 }
const lost = () => new ApiError('timeout', { code: 'TIMEOUT' })
const refused = (code: string, status = 400) => new ApiError('refused', { code, text: code, status })

function setUp(ports: Partial<OperationPorts<typeof transfer>> = {}) {
  let keys = 0
  const perform = vi.fn<OperationPorts<typeof transfer>['perform']>(async () => moved)
  const ask = vi.fn<(key: string) => Promise<OperationReport | Comparison>>(async () => ({
    status: 'unknown',
  }))
  const runner = createOperationRunner(transfer, {
    perform,
    ask,
    hasKeys: () => true,
    newKey: () => `key-${(keys += 1)}`,
    now: () => 0,
    wait: async () => undefined,
    ...ports,
  })
  const seen: string[] = []
  store.sub(runner.state, () => seen.push(store.get(runner.state).status))
  return { runner, perform, ask, seen }
}

describe('an operation', () => {
  test('is done, and says so step by step', async () => {
    const { runner, seen } = setUp()
    expect(await runner.run(input)).toEqual({ status: 'done', reply: moved })
    expect(seen).toEqual(['sending', 'done'])
  })

  test('tapped twice is sent once', async () => {
    const { runner, perform } = setUp()
    const [first, second] = await Promise.all([runner.run(input), runner.run(input)])
    expect(second).toBe(first)
    expect(perform).toHaveBeenCalledTimes(1)
  })

  test('confirmed again after its end is another operation', async () => {
    const { runner, perform } = setUp()
    await runner.run(input)
    await runner.run(input)
    expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-2'])
  })

  test('that the server refuses has failed, and is not asked about', async () => {
    const { runner, perform, ask } = setUp()
    perform.mockRejectedValue(refused('MONEY_NOT_ENOUGH'))
    expect(await runner.run(input)).toMatchObject({ status: 'failed', error: { code: 'MONEY_NOT_ENOUGH' } })
    expect(ask).not.toHaveBeenCalled()
  })

  test('that is refused as invalid the first time was never done: nothing is asked', async () => {
    const { runner, perform, ask } = setUp()
    perform.mockRejectedValue(refused('KEY_INVALID'))
    expect(await runner.run(input)).toMatchObject({ status: 'failed', error: { code: 'KEY_INVALID' } })
    expect(ask).not.toHaveBeenCalled()
  })

  test('that never left the phone has failed', async () => {
    const { runner, perform, ask } = setUp()
    perform.mockRejectedValue(new ApiError('offline', { code: 'OFFLINE', sent: false }))
    expect(await runner.run(input)).toMatchObject({ status: 'failed' })
    expect(ask).not.toHaveBeenCalled()
  })
})

describe('what follows', () => {
  test('follows each end once, however many taps wait for it, and its result is what all of them get', async () => {
    const { runner } = setUp()
    const follow = vi.fn<() => { status: 'abandoned' }>(() => ({ status: 'abandoned' }))
    const ends = await Promise.all([runner.run(input, follow), runner.run(input, follow)])
    expect(ends).toEqual([{ status: 'abandoned' }, { status: 'abandoned' }])
    expect(follow.mock.calls).toEqual([[{ status: 'done', reply: moved }, input]])
  })

  test('may put the end away', async () => {
    const { runner } = setUp()
    await runner.run(input, (result) => {
      runner.reset()
      return result
    })
    expect(store.get(runner.state)).toEqual({ status: 'idle' })
  })
})

describe('an operation whose answer was lost', () => {
  test.each([
    ['timeout', lost()],
    ['connection lost after sending', new ApiError('offline', { code: 'OFFLINE' })],
    ['broken body', new ApiError('broken', { code: 'INTERNAL_SERVER_ERROR', status: 200 })],
    ['server fault', refused('INTERNAL_SERVER_ERROR', 500)],
    ['still running', refused('REQUEST_LIMIT', 409)],
  ])('by %s is asked about and found done', async (_, error) => {
    const { runner, perform, ask, seen } = setUp()
    perform.mockRejectedValue(error)
    ask.mockResolvedValueOnce({ status: 'unknown' }).mockResolvedValueOnce({ status: 'done', reply: kept })
    expect(await runner.run(input)).toEqual({ status: 'done', reply: moved })
    expect(seen).toEqual(['sending', 'checking', 'done'])
    expect(perform).toHaveBeenCalledTimes(1)
    expect(ask).toHaveBeenCalledWith('key-1')
  })

  test.each([
    ['none', undefined],
    ['one that cannot be read', { amount: 'much' }],
  ])('is done, and its reply unknown, where the server kept %s', async (_, reply) => {
    const { runner, perform, ask } = setUp()
    perform.mockRejectedValue(lost())
    ask.mockResolvedValue({ status: 'done', reply })
    expect(await runner.run(input)).toEqual({ status: 'done', reply: undefined })
  })

  test('is found failed, with the reason', async () => {
    const { runner, perform, ask } = setUp()
    perform.mockRejectedValue(lost())
    ask.mockResolvedValue({ status: 'failed', reply: { message: 'NO_GAME' } })
    expect(await runner.run(input)).toMatchObject({ status: 'failed', error: { code: 'NO_GAME' } })
  })

  test('stays unknown when nobody can say, and asking again performs nothing', async () => {
    const { runner, perform, ask } = setUp()
    perform.mockRejectedValue(lost())
    ask.mockRejectedValue(new ApiError('offline', { code: 'OFFLINE' }))
    expect(await runner.run(input)).toMatchObject({ status: 'unknown' })
    ask.mockResolvedValue({ status: 'done', reply: kept })
    expect(await runner.recheck()).toEqual({ status: 'done', reply: moved })
    expect(perform).toHaveBeenCalledTimes(1)
  })

  test('confirmed again keeps its key; with another amount it is another operation', async () => {
    const { runner, perform } = setUp()
    perform.mockRejectedValue(lost())
    await runner.run(input)
    await runner.run(input)
    await runner.run({ body: { ...input.body, amount: 60_00 } })
    expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1', 'key-2'])
  })

  test('that the server never heard of in two minutes has failed: nothing moved, and the form opens again', async () => {
    let now = 0
    const { runner, perform, ask } = setUp({ now: () => now })
    perform.mockRejectedValueOnce(lost())
    ask.mockResolvedValue({ status: 'unknown', running: false })
    expect(await runner.run(input)).toMatchObject({ status: 'unknown' })
    now = 120_000
    expect(await runner.recheck()).toMatchObject({ status: 'failed', error: { code: 'NEVER_ARRIVED' } })
    // Should it arrive after all, it is the same operation.
    await runner.run(input)
    expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1'])
  })

  test.each([
    ['too many at once', refused('REQUEST_LIMIT', 429)],
    ['no line', new ApiError('offline', { code: 'OFFLINE', sent: false })],
  ])('stays unknown and keeps its key where its repeat is turned away by %s', async (_, error) => {
    const { runner, perform, ask } = setUp()
    perform.mockRejectedValueOnce(lost()).mockRejectedValueOnce(error)
    await runner.run(input)
    expect(await runner.run(input)).toMatchObject({ status: 'unknown' })
    ask.mockResolvedValueOnce({ status: 'done', reply: kept })
    perform.mockRejectedValueOnce(error)
    expect(await runner.run(input)).toEqual({ status: 'done', reply: moved })
    expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1', 'key-1'])
  })

  test('that the server still works on is asked about again, however long it takes', async () => {
    let now = 0
    const { runner, perform, ask } = setUp({ now: () => now })
    perform.mockRejectedValue(lost())
    ask.mockResolvedValue({ status: 'unknown', running: true })
    await runner.run(input)
    now = 600_000
    expect(await runner.recheck()).toMatchObject({ status: 'unknown' })
  })

  describe('and that is confirmed again more than a day later, when its key is refused,', () => {
    const later = async (report: () => Promise<OperationReport>) => {
      const { runner, perform, ask } = setUp()
      perform.mockRejectedValueOnce(lost()).mockRejectedValueOnce(refused('KEY_INVALID'))
      await runner.run(input)
      ask.mockImplementation(report)
      return { runner, perform, end: await runner.run(input) }
    }

    test('cannot be known any more; only another tap sends it, as another one', async () => {
      const { runner, perform, end } = await later(async () => ({ status: 'unknown' }))
      expect(end).toMatchObject({ status: 'failed', error: { code: 'KEY_USED' } })
      expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1'])
      await runner.run(input)
      expect(perform.mock.calls.at(-1)?.[1]).toBe('key-2')
    })

    test('is what the server says of it', async () => {
      const done = await later(async () => ({ status: 'done', reply: kept }))
      expect(done.end).toEqual({ status: 'done', reply: moved })
      const failed = await later(async () => ({ status: 'failed', reply: { message: 'KEY_INVALID' } }))
      expect(failed.end).toMatchObject({ status: 'failed', error: { code: 'KEY_INVALID' } })
    })

    test('stays unknown while the server cannot be asked', async () => {
      const { end } = await later(() => Promise.reject(lost()))
      expect(end).toMatchObject({ status: 'unknown' })
    })
  })

  describe('at a backend that cannot be asked about it', () => {
    const row = { amount: 50_00, createdAt: '2026-01-01T00:00:00Z' }
    const nothing = { status: 'compared', wallet: { before: 100_00, now: 100_00 } } as const
    const found = { status: 'compared', row, wallet: { before: 100_00, now: 50_00 } } as const

    test('is unknown for good, with what wallet and statement show; asked again they are compared again', async () => {
      const { runner, perform, ask } = setUp({ hasKeys: () => false })
      perform.mockRejectedValue(lost())
      ask.mockResolvedValue(nothing)
      expect(await runner.run(input)).toMatchObject({ status: 'unknown', comparison: nothing })
      ask.mockReset().mockResolvedValue(found)
      expect(await runner.recheck()).toMatchObject({ status: 'unknown', comparison: found })
      expect(ask).toHaveBeenCalledOnce()
      expect(perform).toHaveBeenCalledOnce()
    })

    test('can be put away: it is settled, and the form opens again', async () => {
      const settled = vi.fn<(key: string) => void>()
      const { runner, perform, ask } = setUp({ hasKeys: () => false, settled })
      perform.mockRejectedValue(lost())
      ask.mockResolvedValue({ status: 'compared' })
      await runner.run(input)
      expect(settled).not.toHaveBeenCalled()
      runner.reset()
      expect(settled.mock.calls).toEqual([['key-1']])
      expect(store.get(runner.state)).toEqual({ status: 'idle' })
    })

    test('confirmed again is another operation, and its refusal is its own', async () => {
      const { runner, perform, ask } = setUp({ hasKeys: () => false })
      perform.mockRejectedValueOnce(lost()).mockRejectedValueOnce(refused('MONEY_NOT_ENOUGH'))
      ask.mockResolvedValue(nothing)
      await runner.run(input)
      expect(await runner.run(input)).toMatchObject({ status: 'failed', error: { code: 'MONEY_NOT_ENOUGH' } })
      expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-2'])
    })
  })
})

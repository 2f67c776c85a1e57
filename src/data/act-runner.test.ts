import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { transfer } from '#api/contract/wallet.ts'
import { store } from '#lib/store.ts'
import { createActRunner, type ActPorts, type ActReport } from './act-runner.ts'

const input = { body: { from: 'WALLET', to: 'PG', amount: 50 } }
const moved = { message: 'SUCCESS', amount: 50 }
const lost = () => new ApiError('timeout', { code: 'TIMEOUT' })
const refused = (code: string, status = 400) => new ApiError('refused', { code, text: code, status })

function setUp(ports: Partial<ActPorts<typeof transfer>> = {}) {
  let keys = 0
  const perform = vi.fn<ActPorts<typeof transfer>['perform']>(async () => moved)
  const ask = vi.fn<(key: string) => Promise<ActReport>>(async () => ({ status: 'unknown' }))
  const runner = createActRunner(transfer, {
    perform,
    ask,
    newKey: () => `key-${(keys += 1)}`,
    wait: async () => undefined,
    ...ports,
  })
  const seen: string[] = []
  store.sub(runner.state, () => seen.push(store.get(runner.state).status))
  return { runner, perform, ask, seen }
}

describe('an act', () => {
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

  test('confirmed again after its end is another act', async () => {
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

  test('that never left the phone has failed', async () => {
    const { runner, perform, ask } = setUp()
    perform.mockRejectedValue(new ApiError('offline', { code: 'OFFLINE', sent: false }))
    expect(await runner.run(input)).toMatchObject({ status: 'failed' })
    expect(ask).not.toHaveBeenCalled()
  })
})

describe('an act whose answer was lost', () => {
  test.each([
    ['timeout', lost()],
    ['connection lost after sending', new ApiError('offline', { code: 'OFFLINE' })],
    ['broken body', new ApiError('broken', { code: 'INTERNAL_SERVER_ERROR', status: 200 })],
    ['server fault', refused('INTERNAL_SERVER_ERROR', 500)],
    ['still running', refused('REQUEST_LIMIT', 409)],
  ])('by %s is asked about and found done', async (_, error) => {
    const { runner, perform, ask, seen } = setUp()
    perform.mockRejectedValue(error)
    ask.mockResolvedValueOnce({ status: 'unknown' }).mockResolvedValueOnce({ status: 'done', reply: moved })
    expect(await runner.run(input)).toEqual({ status: 'done', reply: moved })
    expect(seen).toEqual(['sending', 'checking', 'done'])
    expect(perform).toHaveBeenCalledTimes(1)
    expect(ask).toHaveBeenCalledWith('key-1')
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
    ask.mockResolvedValue({ status: 'done', reply: moved })
    expect(await runner.askAgain()).toEqual({ status: 'done', reply: moved })
    expect(perform).toHaveBeenCalledTimes(1)
  })

  test('confirmed again keeps its key; with another amount it is another act', async () => {
    const { runner, perform } = setUp()
    perform.mockRejectedValue(lost())
    await runner.run(input)
    await runner.run(input)
    await runner.run({ body: { ...input.body, amount: 60 } })
    expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1', 'key-2'])
  })

  test('is unknown at once where the backend cannot be asked', async () => {
    const { runner, perform, seen } = setUp({ ask: undefined })
    perform.mockRejectedValue(lost())
    expect(await runner.run(input)).toMatchObject({ status: 'unknown' })
    expect(seen).toEqual(['sending', 'unknown'])
    expect(await runner.askAgain()).toMatchObject({ status: 'unknown' })
  })
})

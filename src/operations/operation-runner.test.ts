import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { transfer } from '#api/contract/wallet.ts'
import { store } from '#lib/store.ts'
import { createOperationRunner, type OperationPorts } from './operation-runner.ts'
import type { Comparison, OperationReport } from './outcome.ts'

const input = { body: { from: 'WALLET', to: 'PG', amount: 50_00 } }
const moved = { message: 'SUCCESS', amount: 50_00 }
/** The same reply as the server stores it, in wire format. */
const kept = { message: 'SUCCESS', amount: 50 }
const lost = () => new ApiError('timeout', { code: 'TIMEOUT' })
const refused = (code: string, status = 400) => new ApiError('refused', { code, text: code, status })

function setUp(ports: Partial<OperationPorts<typeof transfer>> = {}) {
  let keys = 0
  const perform = vi.fn<OperationPorts<typeof transfer>['perform']>(async () => moved)
  const fetchReport = vi.fn<(key: string) => Promise<OperationReport | Comparison>>(async () => ({
    status: 'unknown',
  }))
  const runner = createOperationRunner(transfer, {
    perform,
    fetchReport,
    hasKeys: () => true,
    newKey: () => `key-${(keys += 1)}`,
    now: () => 0,
    wait: async () => undefined,
    ...ports,
  })
  const seen: string[] = []
  store.sub(runner.state, () => seen.push(store.get(runner.state).status))
  return { runner, perform, fetchReport, seen }
}

describe('an operation', () => {
  test('succeeds, with its state at every step', async () => {
    const { runner, seen } = setUp()
    expect(await runner.run(input)).toEqual({ status: 'done', reply: moved })
    expect(seen).toEqual(['sending', 'done'])
  })

  test('is sent once after a double tap', async () => {
    const { runner, perform } = setUp()
    const [first, second] = await Promise.all([runner.run(input), runner.run(input)])
    expect(second).toBe(first)
    expect(perform).toHaveBeenCalledTimes(1)
  })

  test('is a new operation when confirmed again after its end', async () => {
    const { runner, perform } = setUp()
    await runner.run(input)
    await runner.run(input)
    expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-2'])
  })

  test('fails when the server refuses it, without asking for its outcome', async () => {
    const { runner, perform, fetchReport } = setUp()
    perform.mockRejectedValue(refused('MONEY_NOT_ENOUGH'))
    expect(await runner.run(input)).toMatchObject({ status: 'failed', error: { code: 'MONEY_NOT_ENOUGH' } })
    expect(fetchReport).not.toHaveBeenCalled()
  })

  test('fails when the first attempt is refused as invalid, without asking for its outcome', async () => {
    const { runner, perform, fetchReport } = setUp()
    perform.mockRejectedValue(refused('KEY_INVALID'))
    expect(await runner.run(input)).toMatchObject({ status: 'failed', error: { code: 'KEY_INVALID' } })
    expect(fetchReport).not.toHaveBeenCalled()
  })

  test('fails if it never left the phone', async () => {
    const { runner, perform, fetchReport } = setUp()
    perform.mockRejectedValue(new ApiError('offline', { code: 'OFFLINE', sent: false }))
    expect(await runner.run(input)).toMatchObject({ status: 'failed' })
    expect(fetchReport).not.toHaveBeenCalled()
  })
})

describe('the follow-up of an operation', () => {
  test('runs once per operation, however many taps wait for it, and all get its result', async () => {
    const { runner } = setUp()
    const follow = vi.fn<() => { status: 'abandoned' }>(() => ({ status: 'abandoned' }))
    const ends = await Promise.all([runner.run(input, follow), runner.run(input, follow)])
    expect(ends).toEqual([{ status: 'abandoned' }, { status: 'abandoned' }])
    expect(follow.mock.calls).toEqual([[{ status: 'done', reply: moved }, input]])
  })

  test('counts as running, so that no tap is lost', async () => {
    const { runner, perform } = setUp()
    let refetched = () => {}
    const refetch = new Promise<void>((resolve) => (refetched = resolve))
    const first = runner.run(input, (result) => refetch.then(() => result))
    await vi.waitUntil(() => store.get(runner.state).status === 'done')
    expect(store.get(runner.isRunning)).toBe(true)
    refetched()
    await first
    expect(store.get(runner.isRunning)).toBe(false)
    await runner.run(input)
    expect(perform).toHaveBeenCalledTimes(2)
  })

  test('keeps nobody from asking again about an unknown outcome', async () => {
    const { runner, perform, fetchReport } = setUp()
    perform.mockRejectedValue(lost())
    let refetched = () => {}
    const refetch = new Promise<void>((resolve) => (refetched = resolve))
    const first = runner.run(input, (result) => refetch.then(() => result))
    await vi.waitUntil(() => store.get(runner.state).status === 'unknown')
    expect(store.get(runner.isRunning)).toBe(false)
    fetchReport.mockResolvedValue({ status: 'done', reply: kept })
    const second = runner.recheck((result) => first.then(() => result))
    await vi.waitUntil(() => store.get(runner.state).status === 'done')
    expect(store.get(runner.isRunning)).toBe(true)
    refetched()
    expect(await second).toEqual({ status: 'done', reply: moved })
    expect(perform).toHaveBeenCalledTimes(1)
  })

  test('may reset the state', async () => {
    const { runner } = setUp()
    await runner.run(input, (result) => {
      runner.reset()
      return result
    })
    expect(store.get(runner.state)).toEqual({ status: 'idle' })
  })
})

describe('an operation without a screen', () => {
  test('is left while its outcome is unknown, whichever comes first', async () => {
    const left = vi.fn<(isLeft: boolean) => void>()
    const { runner, perform, fetchReport } = setUp({ left })
    perform.mockRejectedValue(lost())
    runner.show()()
    const hide = runner.show()
    await runner.run(input)
    expect(left).not.toHaveBeenCalled()
    hide()
    const hideAgain = runner.show()
    expect(left.mock.calls).toEqual([[true], [false]])
    const checking = runner.recheck()
    hideAgain()
    expect(left).toHaveBeenCalledTimes(2)
    await checking
    expect(left).toHaveBeenLastCalledWith(true)
    fetchReport.mockResolvedValue({ status: 'done', reply: kept })
    await runner.recheck()
    expect(left).toHaveBeenLastCalledWith(false)
  })

  test('is left for good when it is put away unknown', async () => {
    const left = vi.fn<(isLeft: boolean) => void>()
    const { runner, perform } = setUp({ left })
    perform.mockRejectedValue(lost())
    await runner.run(input)
    runner.reset()
    expect(store.get(runner.state)).toEqual({ status: 'idle' })
    runner.show()()
    expect(left.mock.calls).toEqual([[true]])
  })

  test('is left when the last of several screens has gone', async () => {
    const left = vi.fn<(isLeft: boolean) => void>()
    const { runner, perform } = setUp({ left })
    const [hideOne, hideOther] = [runner.show(), runner.show()]
    perform.mockRejectedValue(lost())
    await runner.run(input)
    hideOne()
    expect(left).not.toHaveBeenCalled()
    hideOther()
    expect(left.mock.calls).toEqual([[true]])
  })

  test('is settled as unseen where it is done, and as any other where a screen shows it or it failed', async () => {
    const settled = vi.fn<NonNullable<OperationPorts<typeof transfer>['settled']>>()
    const { runner, perform } = setUp({ settled })
    const hide = runner.show()
    await runner.run(input)
    hide()
    await runner.run(input)
    perform.mockRejectedValueOnce(refused('MONEY_NOT_ENOUGH'))
    await runner.run(input)
    expect(settled.mock.calls).toEqual([
      ['key-1', false],
      ['key-2', true],
      ['key-3', false],
    ])
  })

  test('is not left when it is known', async () => {
    const left = vi.fn<(isLeft: boolean) => void>()
    const { runner } = setUp({ left })
    await runner.run(input)
    runner.show()()
    expect(left).not.toHaveBeenCalled()
  })
})

describe('an operation with a lost response', () => {
  test.each([
    ['timeout', lost()],
    ['connection lost after sending', new ApiError('offline', { code: 'OFFLINE' })],
    ['broken body', new ApiError('broken', { code: 'INTERNAL_SERVER_ERROR', status: 200 })],
    ['server fault', refused('INTERNAL_SERVER_ERROR', 500)],
    ['still running', refused('REQUEST_LIMIT', 409)],
  ])('by %s is asked about and found done', async (_, error) => {
    const { runner, perform, fetchReport, seen } = setUp()
    perform.mockRejectedValue(error)
    fetchReport
      .mockResolvedValueOnce({ status: 'unknown' })
      .mockResolvedValueOnce({ status: 'done', reply: kept })
    expect(await runner.run(input)).toEqual({ status: 'done', reply: moved })
    expect(seen).toEqual(['sending', 'checking', 'done'])
    expect(perform).toHaveBeenCalledTimes(1)
    expect(fetchReport).toHaveBeenCalledWith('key-1')
  })

  test('is asked about while the server says that it is under way', async () => {
    const { runner, perform, fetchReport, seen } = setUp()
    perform.mockResolvedValue({ message: 'PROCESSING' })
    fetchReport
      .mockResolvedValueOnce({ status: 'unknown', running: true })
      .mockResolvedValueOnce({ status: 'done', reply: kept })
    expect(await runner.run(input)).toEqual({ status: 'done', reply: moved })
    expect(seen).toEqual(['sending', 'checking', 'done'])
    fetchReport.mockResolvedValue({ status: 'unknown', running: true })
    expect(await runner.run(input)).toMatchObject({ status: 'unknown', error: { code: 'PROCESSING' } })
  })

  test.each([
    ['none', undefined],
    ['one that cannot be read', { amount: 'much' }],
  ])('is done, and its reply unknown, where the server kept %s', async (_, reply) => {
    const { runner, perform, fetchReport } = setUp()
    perform.mockRejectedValue(lost())
    fetchReport.mockResolvedValue({ status: 'done', reply })
    expect(await runner.run(input)).toEqual({ status: 'done', reply: undefined })
  })

  test('is found to have failed, with the reason', async () => {
    const { runner, perform, fetchReport } = setUp()
    perform.mockRejectedValue(lost())
    fetchReport.mockResolvedValue({ status: 'failed', reply: { message: 'NO_GAME' } })
    expect(await runner.run(input)).toMatchObject({ status: 'failed', error: { code: 'NO_GAME' } })
  })

  test('stays unknown if the server cannot say, and checking again performs nothing', async () => {
    const { runner, perform, fetchReport } = setUp()
    perform.mockRejectedValue(lost())
    fetchReport.mockRejectedValue(new ApiError('offline', { code: 'OFFLINE' }))
    expect(await runner.run(input)).toMatchObject({ status: 'unknown' })
    fetchReport.mockResolvedValue({ status: 'done', reply: kept })
    expect(await runner.recheck()).toEqual({ status: 'done', reply: moved })
    expect(perform).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['the session has ended', 'UNAUTHORIZED', 'failed'],
    ['the site is closed', 'GONE', 'failed'],
    ['there were too many calls', 'REQUEST_LIMIT_1MIN', 'unknown'],
  ])(
    'confirmed again where %s (%s) ends as %s while nobody says how the first one ended',
    async (_, code, status) => {
      const { runner, perform, fetchReport } = setUp()
      perform.mockRejectedValueOnce(lost()).mockRejectedValueOnce(refused(code))
      await runner.run(input)
      fetchReport.mockRejectedValue(refused(code))
      expect(await runner.run(input)).toMatchObject({ status, error: { code } })
    },
  )

  test('keeps its key when confirmed again; with another amount it is a new operation', async () => {
    const { runner, perform } = setUp()
    perform.mockRejectedValue(lost())
    await runner.run(input)
    await runner.run(input)
    await runner.run({ body: { ...input.body, amount: 60_00 } })
    expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1', 'key-2'])
  })

  test('counts as failed if the server does not know it after two minutes, and the form can be used again', async () => {
    let now = 0
    const { runner, perform, fetchReport } = setUp({ now: () => now })
    perform.mockRejectedValueOnce(lost())
    fetchReport.mockResolvedValue({ status: 'unknown', running: false })
    expect(await runner.run(input)).toMatchObject({ status: 'unknown' })
    now = 120_000
    expect(await runner.recheck()).toMatchObject({ status: 'failed', error: { code: 'NEVER_ARRIVED' } })
    // If it arrives after all, it is the same operation.
    await runner.run(input)
    expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1'])
  })

  test.each([
    ['too many at once', refused('REQUEST_LIMIT', 429)],
    ['no line', new ApiError('offline', { code: 'OFFLINE', sent: false })],
  ])('stays unknown and keeps its key where its repeat is turned away by %s', async (_, error) => {
    const { runner, perform, fetchReport } = setUp()
    perform.mockRejectedValueOnce(lost()).mockRejectedValueOnce(error)
    await runner.run(input)
    expect(await runner.run(input)).toMatchObject({ status: 'unknown' })
    fetchReport.mockResolvedValueOnce({ status: 'done', reply: kept })
    perform.mockRejectedValueOnce(error)
    expect(await runner.run(input)).toEqual({ status: 'done', reply: moved })
    expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1', 'key-1'])
  })

  test('is checked again while the server still processes it, however long it takes', async () => {
    let now = 0
    const { runner, perform, fetchReport } = setUp({ now: () => now })
    perform.mockRejectedValue(lost())
    fetchReport.mockResolvedValue({ status: 'unknown', running: true })
    await runner.run(input)
    now = 600_000
    expect(await runner.recheck()).toMatchObject({ status: 'unknown' })
  })

  test.each([
    ['that nobody can answer for', () => Promise.reject(lost())],
    ['that the server has forgotten', async () => ({ status: 'unknown' }) as const],
  ])('can be dismissed after a day %s', async (_, report) => {
    let now = 0
    const settled = vi.fn<NonNullable<OperationPorts<typeof transfer>['settled']>>()
    const { runner, perform, fetchReport } = setUp({ now: () => now, settled })
    perform.mockRejectedValueOnce(lost())
    expect(await runner.run(input)).not.toHaveProperty('comparison')
    now = 24 * 60 * 60_000
    fetchReport.mockImplementation(report)
    expect(await runner.recheck()).toMatchObject({ status: 'unknown', comparison: { status: 'compared' } })
    runner.reset()
    expect(settled.mock.calls).toEqual([['key-1']])
    await runner.run(input)
    expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-2'])
  })

  describe('confirmed again more than a day later, when its key is refused', () => {
    const later = async (report: () => Promise<OperationReport>) => {
      const { runner, perform, fetchReport } = setUp()
      perform.mockRejectedValueOnce(lost()).mockRejectedValueOnce(refused('KEY_INVALID'))
      await runner.run(input)
      fetchReport.mockImplementation(report)
      return { runner, perform, end: await runner.run(input) }
    }

    test('has an unknown outcome; only another tap sends it, as a new operation', async () => {
      const { runner, perform, end } = await later(async () => ({ status: 'unknown' }))
      expect(end).toMatchObject({ status: 'failed', error: { code: 'KEY_USED' } })
      expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-1'])
      await runner.run(input)
      expect(perform.mock.calls.at(-1)?.[1]).toBe('key-2')
    })

    test('has the outcome that the server still reports', async () => {
      const done = await later(async () => ({ status: 'done', reply: kept }))
      expect(done.end).toEqual({ status: 'done', reply: moved })
      const failed = await later(async () => ({ status: 'failed', reply: { message: 'KEY_INVALID' } }))
      expect(failed.end).toMatchObject({ status: 'failed', error: { code: 'KEY_INVALID' } })
    })

    test('stays unknown while the server is unreachable', async () => {
      const { end } = await later(() => Promise.reject(lost()))
      expect(end).toMatchObject({ status: 'unknown' })
    })
  })

  describe('at a backend that cannot report outcomes', () => {
    const row = { amount: 50_00, createdAt: '2026-01-01T00:00:00Z' }
    const nothing = { status: 'compared', wallet: { before: 100_00, now: 100_00 } } as const
    const found = { status: 'compared', row, wallet: { before: 100_00, now: 50_00 } } as const

    test('stays unknown, with a comparison of wallet and statement; checking again compares again', async () => {
      const { runner, perform, fetchReport } = setUp({ hasKeys: () => false })
      perform.mockRejectedValue(lost())
      fetchReport.mockResolvedValue(nothing)
      expect(await runner.run(input)).toMatchObject({ status: 'unknown', comparison: nothing })
      fetchReport.mockReset().mockResolvedValue(found)
      expect(await runner.recheck()).toMatchObject({ status: 'unknown', comparison: found })
      expect(fetchReport).toHaveBeenCalledOnce()
      expect(perform).toHaveBeenCalledOnce()
    })

    test('can be dismissed, which settles it, and the form can be used again', async () => {
      const settled = vi.fn<(key: string) => void>()
      const { runner, perform, fetchReport } = setUp({ hasKeys: () => false, settled })
      perform.mockRejectedValue(lost())
      fetchReport.mockResolvedValue({ status: 'compared' })
      await runner.run(input)
      expect(settled).not.toHaveBeenCalled()
      runner.reset()
      expect(settled.mock.calls).toEqual([['key-1']])
      expect(store.get(runner.state)).toEqual({ status: 'idle' })
    })

    test('is a new operation also where the backend has keys by then: it never had this one', async () => {
      let hasKeys = false
      const { runner, perform, fetchReport } = setUp({ hasKeys: () => hasKeys })
      perform.mockRejectedValueOnce(lost())
      fetchReport.mockResolvedValue(nothing)
      await runner.run(input)
      hasKeys = true
      expect(await runner.run(input)).toMatchObject({ status: 'done' })
      expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-2'])
    })

    test('is a new operation when confirmed again, with its own refusal', async () => {
      const { runner, perform, fetchReport } = setUp({ hasKeys: () => false })
      perform.mockRejectedValueOnce(lost()).mockRejectedValueOnce(refused('MONEY_NOT_ENOUGH'))
      fetchReport.mockResolvedValue(nothing)
      await runner.run(input)
      expect(await runner.run(input)).toMatchObject({ status: 'failed', error: { code: 'MONEY_NOT_ENOUGH' } })
      expect(perform.mock.calls.map(([, key]) => key)).toEqual(['key-1', 'key-2'])
    })
  })
})

import { afterEach, expect, test, vi } from 'vitest'
import { SECOND } from '../clock.ts'
import { ProviderTimeout } from './time-limit.ts'
import { createProviderTurns } from './provider-turns.ts'

afterEach(() => vi.useRealTimers())

/** A provider that answers when the test says so. */
function slowProvider() {
  const open: (() => void)[] = []
  const seen = { asked: 0, maxOpen: 0 }
  return {
    seen,
    ask: () => {
      seen.asked += 1
      return new Promise<number>((resolve) => {
        open.push(() => resolve(7))
        seen.maxOpen = Math.max(seen.maxOpen, open.length)
      })
    },
    answerAll: () => open.splice(0).forEach((answer) => answer()),
  }
}

test('a provider is asked only so much at once, and another is not held up by it', async () => {
  const askInTurn = createProviderTurns({ atOnce: 3 })
  const slow = slowProvider()
  const answers = Promise.all(Array.from({ length: 10 }, () => askInTurn('PG', slow.ask)))
  expect(await askInTurn('JOKER', () => Promise.resolve(8))).toBe(8)
  while (slow.seen.asked < 10) {
    slow.answerAll()
    await Promise.resolve()
  }
  slow.answerAll()
  expect(await answers).toEqual(Array.from({ length: 10 }, () => 7))
  expect(slow.seen.maxOpen).toBe(3)
})

test('who waits too long gets no answer, and a question that nobody waits for is not asked', async () => {
  const askInTurn = createProviderTurns({ atOnce: 1, timeout: 20 })
  const slow = slowProvider()
  const both = [askInTurn('PG', slow.ask), askInTurn('PG', slow.ask)]
  for (const answer of both) await expect(answer).rejects.toThrow(ProviderTimeout)
  slow.answerAll()
  expect(await createProviderTurns()('PG', () => Promise.resolve(1))).toBe(1)
  expect(await askInTurn('PG', () => Promise.resolve(9))).toBe(9)
  expect(slow.seen.asked).toBe(1)
  await expect(askInTurn('PG', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('questions that are never answered keep their place for half a minute, not for ever', async () => {
  vi.useFakeTimers()
  const askInTurn = createProviderTurns({ atOnce: 1 })
  const silent = askInTurn('PG', () => new Promise<number>(() => {})).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  expect(await silent).toBeInstanceOf(Error)
  const next = askInTurn('PG', () => Promise.resolve(9)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  expect(await next).toBe(9)
})

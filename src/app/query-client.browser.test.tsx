import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('a query is sent after the frame that shows who asked', async () => {
  const order: string[] = []
  const queryFn = vi.fn<() => Promise<string>>(async () => {
    order.push('query')
    return 'answer'
  })
  requestAnimationFrame(() => order.push('frame'))
  const answer = createQueryClient().fetchQuery({ queryKey: ['question'], queryFn, meta: { persist: false } })
  expect(queryFn).not.toHaveBeenCalled()
  expect(await answer).toBe('answer')
  expect(order).toEqual(['frame', 'query'])
})

import { i18n } from '@lingui/core'
import { expect, test, vi } from 'vitest'
import { followLanguage } from './follow-language.ts'
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

test('a text that is still loading when the language is switched comes in the new one', async () => {
  i18n.loadAndActivate({ locale: 'th', messages: {} })
  const queryClient = createQueryClient()
  followLanguage(queryClient)
  const answers: ((text: string) => void)[] = []
  const text = queryClient.fetchQuery({
    queryKey: ['text'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    meta: { persist: false },
  })
  await expect.poll(() => answers.length).toBe(1)
  i18n.loadAndActivate({ locale: 'la', messages: {} })
  await expect.poll(() => answers.length).toBe(2)
  answers[0]?.('Thai')
  answers[1]?.('Lao')
  expect(await text).toBe('Lao')
})

import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { AppQueryClient } from './app-query-client.ts'
import { refreshMoney } from './wallet/refresh-money.ts'
import { walletQueryOptions } from './wallet/wallet-queries.ts'

/** A wallet whose answers come when the test gives them, in the order in which they were asked for. */
function slowWallet() {
  const answers: ((amount: number) => void)[] = []
  const queryFn = () => new Promise<number>((resolve) => answers.push(resolve))
  const queryClient = new AppQueryClient()
  const queryKey: QueryKey = walletQueryOptions.queryKey
  return { answers, queryClient, options: { queryKey, queryFn } }
}

test.each(['with its screen open', 'before its screen is open'])(
  'an answer from before the money moved is not taken for the newest, %s',
  async (when) => {
    const { answers, queryClient, options } = slowWallet()
    const load = queryClient.fetchQuery(options)
    if (when === 'with its screen open')
      new QueryObserver<unknown>(queryClient, options).subscribe(() => undefined)
    refreshMoney(queryClient)
    expect(answers).toHaveLength(2)
    answers[0]?.(500)
    answers[1]?.(400)
    expect(await load).toBe(400)
    expect(queryClient.getQueryData(options.queryKey)).toBe(400)
  },
)

test('nor is one that loads for no screen, beside an older one', async () => {
  const { answers, queryClient, options } = slowWallet()
  queryClient.setQueryData(options.queryKey, 600)
  const load = queryClient.fetchQuery(options)
  refreshMoney(queryClient)
  expect(answers).toHaveLength(2)
  answers[0]?.(500)
  answers[1]?.(400)
  expect(await load).toBe(400)
})

test('a screen’s newer load is begun once', async () => {
  const { answers, queryClient, options } = slowWallet()
  queryClient.setQueryData(options.queryKey, 600)
  const observer = new QueryObserver<unknown>(queryClient, options)
  const stop = observer.subscribe(() => undefined)
  refreshMoney(queryClient)
  expect(answers).toHaveLength(2)
  answers[1]?.(400)
  await expect.poll(() => observer.getCurrentResult().data).toBe(400)
  stop()
})

test('a poll does not restart a first load, which may be slower than the poll', async () => {
  const { answers, queryClient, options } = slowWallet()
  const load = queryClient.fetchQuery(options)
  refreshMoney(queryClient, { cancelRefetch: false })
  expect(answers).toHaveLength(1)
  answers[0]?.(500)
  expect(await load).toBe(500)
})

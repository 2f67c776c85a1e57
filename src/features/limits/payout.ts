import { request } from '#api/client.ts'
import type { Body } from '#api/contract/call.ts'
import { payOutOwed } from '#api/contract/limits.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { createOperationRunner } from '#operations/operation-runner.ts'

/**
 * Pays out what is owed, without a session; the returned function throws if that failed or its answer was lost. `useOperation` is for
 * members: its log belongs to their session. Without one no outcome can be asked for, so after a lost answer the next tap sends the same
 * key, and the server repeats its first reply.
 */
export function createPayout() {
  const runner = createOperationRunner(payOutOwed, {
    // `PROCESSING` is a success here: the amount that is shown next tells what games still have to pay.
    perform: async (input, key) => ({
      ...(await request(payOutOwed, { ...input, key })),
      message: 'SUCCESS',
    }),
    fetchReport: () => Promise.reject(new TypeError('There is no session to ask with')),
    hasKeys: () => hasExtension('keys'),
    newKey: newOperationKey,
    now: serverNow,
    wait: async () => undefined,
  })
  return async (body: Body<typeof payOutOwed>): Promise<void> => {
    const result = await runner.run({ body })
    if ('error' in result) throw result.error
  }
}

export type Payout = ReturnType<typeof createPayout>

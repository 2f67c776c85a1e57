import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { request, type Input } from '#api/client.ts'
import { getAct } from '#api/contract/act.ts'
import type { Call } from '#api/contract/call.ts'
import { readToken } from '#api/token.ts'
import { handleError } from '#errors/handle-error.ts'
import { newActKey } from '#lib/act-key.ts'
import { env } from '#lib/env.ts'
import { nextPaint } from '#lib/next-paint.ts'
import { holdAct, journalAct, settleAct } from './act-journal.ts'
import { createActRunner, type ActEnd, type ActPorts, type ActRunner, type ActState } from './act-runner.ts'
import { beginBusy } from './busy.ts'
import { qrKey } from './qr-queries.ts'
import { spinSetupQueryOptions } from './spin-queries.ts'
import { statementKey } from './statement-queries.ts'
import { invalidateWallet } from './wallet-queries.ts'

export interface Act<C extends Call> {
  state: ActState<C>
  /** True while it is being sent or asked about. */
  busy: boolean
  /** Performs the act; never throws. While one is going, gives that one's promise. */
  run(input: Input<C>): Promise<ActEnd<C>>
  /** After `unknown`: asks the server what became of it. Never performs it. */
  askAgain(): Promise<ActEnd<C>>
  /** Back to `idle`, for a new act. */
  reset(): void
}

export interface ActOptions<C extends Call> {
  /** Show a failure as the catalogue places it (toast or dialog), or by a dialog in any case. Otherwise the caller shows it. */
  announce?: boolean | 'dialog'
  /** Where several screens show one act: all of them show its state, and none begins a second one. */
  runner?: ActRunner<C>
}

/** The one way by which a screen changes money or state. Survives the screen: what was begun is brought to its end. */
export function useAct<C extends Call>(call: C, options: ActOptions<C> = {}): Act<C> {
  const queryClient = useQueryClient()
  const [own] = useState(() => options.runner ?? actRunner(call))
  const { announce, runner = own } = options
  const state = useAtomValue(runner.state)

  const handling = { quiet: !announce, by: announce === 'dialog' ? announce : undefined }
  const followed = async (ending: Promise<ActEnd<C>>): Promise<ActEnd<C>> => {
    const token = readToken()
    // Asking what became of it is a part of it.
    const ended = beginBusy()
    const end = await ending.finally(ended)
    // Whoever is here now, it is none of theirs: nothing follows.
    if (token !== readToken()) return new Promise(() => undefined)
    refreshMoney(queryClient)
    if (end.status === 'failed') handleError(end.error, handling)
    return end
  }

  return {
    state,
    busy: state.status === 'sending' || state.status === 'checking',
    run: (input) => followed(runner.run(input)),
    askAgain: () => followed(runner.askAgain()),
    reset: runner.reset,
  }
}

/** Everything that may look different after money moved is asked for anew, without waiting. */
export function refreshMoney(queryClient: QueryClient): void {
  void invalidateWallet(queryClient)
  void queryClient.invalidateQueries({ queryKey: statementKey })
  void queryClient.invalidateQueries({ queryKey: qrKey })
  // The wheel and its coins; a coupon would tell what a spin won before the wheel has stopped.
  void queryClient.invalidateQueries({ queryKey: spinSetupQueryOptions.queryKey })
}

/** What performs this call, for screens that share one. */
export function actRunner<C extends Call>(call: C): ActRunner<C> {
  return createActRunner(call, portsOf(call))
}

function portsOf<C extends Call>(call: C): ActPorts<C> {
  return {
    async perform(input, key) {
      // That it is being sent is seen first: noting and sending it takes a phone a good part of a frame.
      const token = readToken()
      await nextPaint()
      // Never for somebody else who has signed in meanwhile.
      if (token !== readToken()) throw new ApiError('refused', { code: 'UNAUTHORIZED', formerSession: true })
      journalAct(call, input, key)
      return await holdAct(key, () => request(call, { ...input, key }))
    },
    ask: env.apiExtensions ? (key) => request(getAct, { params: { key } }) : undefined,
    newKey: newActKey,
    settled: settleAct,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { request, type Input } from '#api/client.ts'
import { getAct } from '#api/contract/act.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import { readToken } from '#api/token.ts'
import { beginBusy } from '#data/busy.ts'
import { refreshMoney } from '#data/refresh-money.ts'
import { handleError } from '#errors/handle-error.ts'
import { serverNow } from '#lib/clock.ts'
import { env } from '#lib/env.ts'
import { nextPaint } from '#lib/next-paint.ts'
import { newOperationKey } from '#lib/operation-key.ts'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { closeLogEntry, holdOperation, logOperation } from './operation-log.ts'
import type { OperationCall } from './operation-names.ts'
import {
  createOperationRunner,
  type OperationPorts,
  type OperationResult,
  type OperationRunner,
  type OperationState,
} from './operation-runner.ts'

export interface Operation<C extends OperationCall> {
  state: OperationState<C>
  /** True while it is being sent or asked about. */
  busy: boolean
  /** It has failed, and that is told elsewhere: by a toast, a dialog, or at the field it is about. */
  isTold: boolean
  /** Performs the operation; never throws. While one is going, gives that one's promise. */
  run(input: Input<C>): Promise<OperationResult<C>>
  /** After `unknown`: asks the server what became of it. Never performs it. */
  recheck(): Promise<OperationResult<C>>
  /** Back to `idle`, for a new operation. */
  reset(): void
}

export interface OperationOptions<C extends OperationCall> {
  /**
   * Show a failure as the catalogue places it (toast or dialog), or by a dialog in any case; `by-caller`: in the caller's own
   * way. Otherwise the operation's notice shows it.
   */
  announce?: true | 'dialog' | 'by-caller'
  /** Codes that the caller shows all the same, at the field they are about. */
  atField?: readonly ErrorCode[]
  /** Where several screens show one operation: all of them show its state, and none begins a second one. */
  runner?: OperationRunner<C>
  /** Once for each end of an operation, however many taps wait for it; it counts as under way until this is over. */
  onResult?: (
    result: Exclude<OperationResult<C>, { status: 'abandoned' }>,
    input: Input<C>,
  ) => void | Promise<void>
}

/**
 * The one way by which a screen changes money or state. Survives the screen: what was begun is brought to its end. While nobody
 * knows how it went, that is asked by itself as soon as a lost connection is there again.
 */
export function useOperation<C extends OperationCall>(
  call: C,
  options: OperationOptions<C> = {},
): Operation<C> {
  const queryClient = useQueryClient()
  const [own] = useState(() => options.runner ?? operationRunner(call))
  const { announce, atField = [], runner = own, onResult } = options
  const state = useAtomValue(runner.state)

  const isAtField = ({ code }: ApiError) => atField.some((one) => one === code)

  const follower = () => {
    const token = readToken()
    return async (result: OperationResult<C>, input: Input<C>): Promise<OperationResult<C>> => {
      if (token !== readToken() || result.status === 'abandoned') return { status: 'abandoned' }
      refreshMoney(queryClient)
      if (result.status === 'failed') {
        handleError(result.error, {
          quiet: !announce || announce === 'by-caller' || isAtField(result.error),
          by: announce === 'dialog' ? announce : undefined,
        })
      }
      await onResult?.(result, input)
      return result
    }
  }
  const counted = (ending: Promise<OperationResult<C>>) => ending.finally(beginBusy())

  const recheck = () => counted(runner.recheck(follower()))
  const recheckNow = useEffectEvent(recheck)
  const isUnknown = state.status === 'unknown'
  useEffect(() => {
    if (!isUnknown) return
    return store.sub(connectionAtom, () => {
      if (store.get(connectionAtom) === 'back') void recheckNow()
    })
  }, [isUnknown])

  return {
    state,
    busy: state.status === 'sending' || state.status === 'checking',
    isTold: state.status === 'failed' && (announce !== undefined || isAtField(state.error)),
    run: (input) => counted(runner.run(input, follower())),
    recheck,
    reset: runner.reset,
  }
}

/** What performs this call, for screens that share one. */
export function operationRunner<C extends OperationCall>(call: C): OperationRunner<C> {
  return createOperationRunner(call, portsOf(call))
}

function portsOf<C extends OperationCall>(call: C): OperationPorts<C> {
  return {
    async perform(input, key) {
      // That it is being sent is seen first: noting and sending it takes a phone a good part of a frame.
      const token = readToken()
      await nextPaint()
      // Never for somebody else who has signed in meanwhile.
      if (token !== readToken()) throw new ApiError('refused', { code: 'UNAUTHORIZED', formerSession: true })
      logOperation(call, input, key)
      return await holdOperation(key, () => request(call, { ...input, key }))
    },
    ask: env.apiExtensions ? (key) => request(getAct, { params: { key } }) : undefined,
    newKey: newOperationKey,
    now: serverNow,
    settled: closeLogEntry,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { request, type Input } from '#api/client.ts'
import type { ErrorCode } from '#api/contract/error-codes.ts'
import { readToken } from '#api/token.ts'
import { beginBusy } from '#data/session/busy.ts'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import { handleError } from '#errors/handle-error.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { onBack } from '#pwa/use-connection.ts'
import { fetchOutcome } from './fetch-outcome.ts'
import {
  closeLogEntry,
  hasKeys,
  holdOperation,
  type LogEntry,
  logOperation,
  setLeft,
} from './operation-log.ts'
import type { OperationCall } from './operations.ts'
import {
  createOperationRunner,
  type OperationPorts,
  type OperationResult,
  type OperationRunner,
  type OperationState,
} from './operation-runner.ts'

export interface Operation<C extends OperationCall> {
  /** The id of its call. */
  id: C['id']
  state: OperationState<C>
  /** True while it is being sent or its outcome checked; unless that is unknown, until `onResult` has resolved. */
  busy: boolean
  /** It has failed, and the failure is shown elsewhere: in a toast, a dialog, or at a field. */
  isTold: boolean
  /**
   * Performs the operation; never rejects. While one is running, returns that one's promise. It may end in `unknown`: what follows
   * from the outcome belongs into `onResult`.
   */
  run(input: Input<C>): Promise<OperationResult<C>>
  /** After `unknown`, or `done` whose reply is lost: asks the server for the outcome. Never performs the operation. */
  recheck(): Promise<OperationResult<C>>
  /** Back to `idle`, for a new operation. */
  reset(): void
}

/**
 * Runs once for each operation that ends, also by a later look after `unknown`, however many taps wait for it. Until it resolves, the
 * operation counts as running, unless its outcome is unknown.
 */
type OnResult<C extends OperationCall> = (
  result: Exclude<OperationResult<C>, { status: 'abandoned' }>,
  input: Input<C>,
) => void | Promise<void>

/**
 * Who shows a failure: the catalogue's place for it (toast or dialog), always a dialog, or the caller (`by-caller`), in `onResult`, since
 * the promise of `run` knows nothing of a later look. Otherwise the operation's notice. Who announces a failure tells a success too,
 * unless `tellsDone` says otherwise.
 */
type Announcing<C extends OperationCall> =
  | { announce?: true | 'dialog'; onResult?: OnResult<C> }
  | { announce: 'by-caller'; onResult: OnResult<C> }

export type OperationOptions<C extends OperationCall> = Announcing<C> & {
  /** Error codes that the caller shows at their field. After the screen was closed they are shown like any other error. */
  atField?: readonly ErrorCode[]
  /** Error codes that are no failure to the member: the caller goes on from them. */
  goesOnFrom?: readonly ErrorCode[]
  /**
   * Once its screen was closed, a success is told by `onResult`, or shows by itself. Otherwise the list of unsettled operations tells
   * it then: else the member would take it for lost, and do it again.
   */
  tellsDone?: boolean
  /** How long it waits before it is sent, in ms: its button shows the tap meanwhile. */
  delayMs?: number
  /** A runner shared by several screens: all show its state, and none can start a second operation. */
  runner?: OperationRunner<C>
}

type RunnerOptions<C extends OperationCall> = Pick<OperationOptions<C>, 'announce' | 'delayMs' | 'tellsDone'>

/**
 * The only way for a screen to change money or state. The operation goes on when the screen is closed. If its outcome is
 * unknown, it is checked again as soon as the connection is back.
 */
export function useOperation<C extends OperationCall>(
  call: C,
  options: OperationOptions<C> = {},
): Operation<C> {
  const queryClient = useQueryClient()
  const [own] = useState(() => options.runner ?? operationRunner(call, options))
  const { announce, atField = [], goesOnFrom = [], runner = own, onResult } = options
  const state = useAtomValue(runner.state)
  const busy = useAtomValue(runner.isRunning)
  useEffect(() => runner.show(), [runner])

  const isIn = (codes: readonly ErrorCode[], { code }: ApiError) => codes.some((one) => one === code)

  const follower = () => {
    const token = readToken()
    return async (result: OperationResult<C>, input: Input<C>): Promise<OperationResult<C>> => {
      if (token !== readToken() || result.status === 'abandoned') return { status: 'abandoned' }
      refreshMoney(queryClient)
      if (result.status === 'failed') {
        // A screen that was closed meanwhile shows neither its notice nor its fields.
        const isShown = !runner.isHidden() && (!announce || isIn(atField, result.error))
        handleError(result.error, {
          quiet: isShown || announce === 'by-caller' || isIn(goesOnFrom, result.error),
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
    return onBack(() => void recheckNow())
  }, [isUnknown])

  return {
    id: call.id,
    state,
    busy,
    isTold:
      state.status === 'failed' && (announce !== undefined || isIn([...atField, ...goesOnFrom], state.error)),
    run: (input) => counted(runner.run(input, follower())),
    recheck,
    reset: runner.reset,
  }
}

/** A runner of this call, for screens that share one. */
export function operationRunner<C extends OperationCall>(
  call: C,
  options: RunnerOptions<C>,
): OperationRunner<C> {
  return createOperationRunner(call, portsOf(call, options))
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function portsOf<C extends OperationCall>(
  call: C,
  { announce, delayMs = 0, tellsDone = announce !== undefined }: RunnerOptions<C>,
): OperationPorts<C> {
  let logged: LogEntry | undefined
  let sentBy: string | undefined
  const leave = (isLeft: boolean, isDone?: boolean) =>
    logged && sentBy === readToken() && setLeft({ ...logged, isDone }, isLeft)
  return {
    async perform(input, key) {
      const token = readToken()
      sentBy = token
      if (delayMs > 0) await wait(delayMs)
      logged = logOperation(call, input, key)
      return await holdOperation(key, async () => {
        // Another member may have signed in meanwhile.
        if (token !== readToken())
          throw new ApiError('refused', { code: 'UNAUTHORIZED', formerSession: true })
        return request(call, { ...input, key })
      })
    },
    async fetchReport() {
      if (!logged) throw new TypeError('There is no operation to ask about')
      return fetchOutcome(logged)
    },
    hasKeys,
    newKey: newOperationKey,
    now: serverNow,
    settled: (key, isUnseen) => (isUnseen && !tellsDone ? leave(true, true) : closeLogEntry(key)),
    left: leave,
    wait,
  }
}

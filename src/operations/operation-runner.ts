import { type Atom, atom } from 'jotai'
import * as v from 'valibot'
import { ApiError, toApiError } from '#api/api-error.ts'
import type { Input } from '#api/client.ts'
import type { Call, Reply } from '#api/contract/call.ts'
import { errorPlacement } from '#errors/catalogue.ts'
import { store } from '#lib/store.ts'
import {
  type Comparison,
  findOutcome,
  keyUsed,
  neverArrived,
  type OperationReport,
  refusalIn,
} from './outcome.ts'

/**
 * How an operation ended. `done` without a reply: it succeeded, but its reply is lost. `unknown`: the response was lost, and the
 * server could not report the outcome yet; with `comparison` it never can, and this is what wallet and statement show.
 * `abandoned`: another member has signed in since, who must not see the result.
 */
export type OperationResult<C extends Call> =
  | { status: 'done'; reply: Reply<C> | undefined }
  | { status: 'failed'; error: ApiError }
  | { status: 'unknown'; error: ApiError; comparison?: Comparison }
  | { status: 'abandoned' }

export type OperationState<C extends Call> =
  | { status: 'idle' }
  | { status: 'sending' }
  /** The response was lost, or said PROCESSING; the server is being asked for the outcome. */
  | { status: 'checking'; error: ApiError }
  | OperationResult<C>

export interface OperationPorts<C extends Call> {
  perform(input: Input<C>, key: string): Promise<Reply<C>>
  fetchReport(key: string): Promise<OperationReport | Comparison>
  /** Whether the backend recognises an operation by its key, and can report its outcome. */
  hasKeys(): boolean
  newKey(): string
  /** The time in ms by the server's clock. */
  now(): number
  /** Called once the outcome of the operation with this key is known. `isUnseen`: it is done, and no screen shows that. */
  settled?: (key: string, isUnseen?: boolean) => void
  /** Called with true when an operation of unknown outcome is shown nowhere, and with false when that has changed. */
  left?: (isLeft: boolean) => void
  wait(ms: number): Promise<void>
}

/** Runs once for each operation that ends, before its promise resolves; what it returns becomes the result. */
type Follow<C extends Call> = (
  result: OperationResult<C>,
  input: Input<C>,
) => OperationResult<C> | Promise<OperationResult<C>>

export interface OperationRunner<C extends Call> {
  state: Atom<OperationState<C>>
  /** True while it runs and until what follows is done: a tap meanwhile would start nothing. An unknown outcome ends it at once. */
  isRunning: Atom<boolean>
  /** No screen shows it. */
  isHidden(): boolean
  /** A second call while an operation runs gets the first one's promise; its own `follow` is ignored. */
  run(input: Input<C>, follow?: Follow<C>): Promise<OperationResult<C>>
  recheck(follow?: Follow<C>): Promise<OperationResult<C>>
  reset(): void
  /**
   * Says that a screen shows the operation, until the returned function is called. An unknown outcome that no screen shows any more
   * is `left`.
   */
  show(): () => void
}

/** Pauses before each request for the outcome, in ms. */
const pauses = [500, 1500, 3000, 5000]

/**
 * Performs one changing call at a time, and never twice: while it runs, a second `run` returns the first one's promise. After a
 * lost response it only asks for the outcome. A `run` with the same input after `unknown`, or after it never arrived, is the same
 * operation and keeps its key, so that a server which did execute it repeats its first reply.
 */
export function createOperationRunner<C extends Call>(call: C, ports: OperationPorts<C>): OperationRunner<C> {
  const stateAtom = atom<OperationState<C>>({ status: 'idle' })
  const goingAtom = atom<Promise<OperationResult<C>>>()
  const isRunningAtom = atom((get) => get(goingAtom) !== undefined)
  let last: { key: string; at: number; text: string; input: Input<C>; isKeyless: boolean } | undefined

  let screens = 0
  let isHidden = false
  let isLeft = false

  const tellLeft = () => {
    const isLeftNow = isHidden && store.get(stateAtom).status === 'unknown'
    if (isLeft !== isLeftNow) ports.left?.(isLeftNow)
    isLeft = isLeftNow
  }
  const become = <S extends OperationState<C>>(next: S): S => {
    store.set(stateAtom, next)
    tellLeft()
    return next
  }

  const once = (work: () => Promise<OperationResult<C>>, follow: Follow<C> = (result) => result) => {
    const running = store.get(goingAtom)
    if (running) return running
    const end = () => store.set(goingAtom, (now) => (now === going ? undefined : now))
    const going: Promise<OperationResult<C>> = work()
      .then((result) => {
        become(result)
        if (!last) return result
        // An unknown outcome may be asked for again before what follows is done.
        if (result.status === 'unknown') end()
        else ports.settled?.(last.key, isHidden && result.status === 'done')
        return follow(result, last.input)
      })
      .finally(end)
    store.set(goingAtom, going)
    return going
  }

  const keyFor = (input: Input<C>): { key: string; isRepeat: boolean } => {
    const text = JSON.stringify(input)
    const isKeyless = !ports.hasKeys()
    const same =
      !isKeyless &&
      !last?.isKeyless &&
      mayBeRepeated(store.get(stateAtom)) &&
      last?.text === text &&
      !('file' in input)
    last = { key: same && last ? last.key : ports.newKey(), at: ports.now(), text, input, isKeyless }
    return { key: last.key, isRepeat: same }
  }

  const perform = async (
    input: Input<C>,
    { key, isRepeat }: { key: string; isRepeat: boolean },
  ): Promise<OperationResult<C>> => {
    become({ status: 'sending' })
    try {
      const reply = await ports.perform(input, key)
      return v.is(processing, reply) ? find(underWay()) : { status: 'done', reply }
    } catch (thrown) {
      const error = toApiError(thrown)
      if (isLost(error)) return find(error)
      if (!isRepeat) return { status: 'failed', error }
      if (error.code === 'KEY_INVALID') return resultOfRepeat(call, error, () => ports.fetchReport(key))
      return resultOfFirst(key, error)
    }
  }

  /** A repeat refused because of the connection or a rate limit says nothing about the first attempt. */
  const resultOfFirst = async (key: string, error: ApiError): Promise<OperationResult<C>> => {
    const report = await ports.fetchReport(key).catch(() => undefined)
    const placement = errorPlacement(error.code)
    const endsHere = placement === 'terminal' || placement === 'sign-in'
    return resultIn(call, report) ?? { status: endsHere ? 'failed' : 'unknown', error }
  }

  const find = async (error: ApiError): Promise<OperationResult<C>> => {
    const { fetchReport, now, wait } = ports
    if (!last) return { status: 'unknown', error }
    become({ status: 'checking', error })
    const { key, at } = last
    const { outcome, report } = await findOutcome({
      fetchReport: () => fetchReport(key),
      at,
      now,
      pauses,
      wait,
    })
    if (report?.status === 'compared') return { status: 'unknown', error, comparison: report }
    if (outcome === 'forgotten') return { status: 'unknown', error, comparison: { status: 'compared' } }
    if (outcome === 'never-arrived') return { status: 'failed', error: neverArrived() }
    return resultIn(call, report) ?? { status: 'unknown', error }
  }

  return {
    state: stateAtom,
    isRunning: isRunningAtom,
    isHidden: () => isHidden,
    run: (input, follow) => once(() => perform(input, keyFor(input)), follow),
    recheck: (follow) =>
      once(async () => {
        const state = store.get(stateAtom)
        if (state.status === 'unknown') return find(state.error)
        if (state.status !== 'done') throw new TypeError('There is no operation to ask about')
        return resultIn(call, last && (await ports.fetchReport(last.key).catch(() => undefined))) ?? state
      }, follow),
    reset() {
      const state = store.get(stateAtom)
      if (state.status === 'sending' || state.status === 'checking') return
      if (state.status === 'unknown') {
        // With a comparison the outcome can never be known; else somebody must still ask for it.
        ports.left?.(!state.comparison)
        if (state.comparison && last) ports.settled?.(last.key)
        isLeft = false
      }
      become({ status: 'idle' })
    },
    show() {
      const change = (by: 1 | -1) => {
        screens += by
        isHidden = screens === 0
        tellLeft()
      }
      change(1)
      return () => change(-1)
    },
  }
}

/**
 * The outcome of an operation whose repeat was refused. A key that was used more than a day ago is refused with `KEY_INVALID`;
 * the server may still report the outcome, otherwise it is unknown. Performs nothing.
 */
export async function resultOfRepeat<C extends Call>(
  call: C,
  error: ApiError,
  fetchReport: () => Promise<OperationReport | Comparison>,
): Promise<Exclude<OperationResult<C>, { status: 'abandoned' }>> {
  if (error.code !== 'KEY_INVALID') return { status: 'failed', error }
  const report = await fetchReport().catch(() => undefined)
  if (!report || report.status === 'compared') return { status: 'unknown', error }
  return resultIn(call, report) ?? { status: 'failed', error: keyUsed() }
}

/** The server's reply while it waits for somebody else, such as a game provider: the outcome is not known yet. */
const processing = v.object({ message: v.literal('PROCESSING') })
const underWay = () => new ApiError('timeout', { code: 'PROCESSING' })

/** The response was lost, or the server was still processing the same operation. */
function isLost(error: ApiError): boolean {
  return error.outcomeUnknown || (error.status === 409 && error.code === 'REQUEST_LIMIT')
}

/** The same input again is a repeat with the same key, so the server performs it once. */
function mayBeRepeated(state: OperationState<Call>): boolean {
  return state.status === 'unknown' || (state.status === 'failed' && state.error.code === 'NEVER_ARRIVED')
}

/** How it ended by the server's report. Done without a reply if the server has no readable one. */
function resultIn<C extends Call>(
  call: C,
  report: OperationReport | Comparison | undefined,
): Exclude<OperationResult<C>, { status: 'abandoned' | 'unknown' }> | undefined {
  if (report?.status === 'failed') return { status: 'failed', error: refusalIn(report) }
  if (report?.status !== 'done') return undefined
  const reply = v.safeParse(call.reply, report.reply)
  return { status: 'done', reply: reply.success ? reply.output : undefined }
}

import { type Atom, atom } from 'jotai'
import * as v from 'valibot'
import { ApiError, toApiError } from '#api/api-error.ts'
import type { Input } from '#api/client.ts'
import type { Call, Reply } from '#api/contract/call.ts'
import { store } from '#lib/store.ts'

/** How an act ended. `unknown`: the answer was lost, and nobody could say yet what became of it. */
export type ActEnd<C extends Call> =
  | { status: 'done'; reply: Reply<C> }
  | { status: 'failed'; error: ApiError }
  | { status: 'unknown'; error: ApiError }

export type ActState<C extends Call> =
  | { status: 'idle' }
  | { status: 'sending' }
  /** The answer was lost; the server is being asked what became of the act. */
  | { status: 'checking' }
  | ActEnd<C>

/** What the server says of a key. */
export interface ActReport {
  status: 'done' | 'failed' | 'unknown'
  reply?: unknown
}

export interface ActPorts<C extends Call> {
  perform(input: Input<C>, key: string): Promise<Reply<C>>
  /** Undefined where the backend has no such call. */
  ask?: (key: string) => Promise<ActReport>
  newKey(): string
  /** It is known how the act with this key ended. */
  settled?: (key: string) => void
  wait(ms: number): Promise<void>
}

export interface ActRunner<C extends Call> {
  state: Atom<ActState<C>>
  run(input: Input<C>): Promise<ActEnd<C>>
  askAgain(): Promise<ActEnd<C>>
  reset(): void
}

/** Pauses before each question, in ms. */
const questions = [500, 1500, 3000, 5000]

/**
 * Performs one changing call at a time, and never twice: while it runs, a second `run` gives the first one's promise. A lost
 * answer is followed by questions only. A `run` after `unknown` with the same input is the same act and keeps its key, so
 * that a server which did it once answers with the first answer.
 */
export function createActRunner<C extends Call>(call: C, ports: ActPorts<C>): ActRunner<C> {
  const stateAtom = atom<ActState<C>>({ status: 'idle' })
  let going: Promise<ActEnd<C>> | undefined
  let last: { key: string; input: string } | undefined

  const become = <S extends ActState<C>>(next: S): S => {
    store.set(stateAtom, next)
    return next
  }

  const once = (work: () => Promise<ActEnd<C>>): Promise<ActEnd<C>> => {
    going ??= work()
      .then((end) => {
        if (last && end.status !== 'unknown') ports.settled?.(last.key)
        return become(end)
      })
      .finally(() => {
        going = undefined
      })
    return going
  }

  const keyFor = (input: Input<C>): string => {
    const text = JSON.stringify(input)
    const isUnknown = store.get(stateAtom).status === 'unknown'
    const same = ports.ask && isUnknown && last?.input === text && !('file' in input)
    last = { key: same && last ? last.key : ports.newKey(), input: text }
    return last.key
  }

  const perform = async (input: Input<C>, key: string): Promise<ActEnd<C>> => {
    become({ status: 'sending' })
    try {
      return { status: 'done', reply: await ports.perform(input, key) }
    } catch (thrown) {
      const error = toApiError(thrown)
      return isLost(error) ? find(key, error) : { status: 'failed', error }
    }
  }

  const find = async (key: string, error: ApiError): Promise<ActEnd<C>> => {
    const { ask } = ports
    if (!ask) return { status: 'unknown', error }
    become({ status: 'checking' })
    for (const pause of questions) {
      await ports.wait(pause)
      const end = read(call, await ask(key).catch(() => undefined))
      if (end) return end
    }
    return { status: 'unknown', error }
  }

  return {
    state: stateAtom,
    run: (input) => once(() => perform(input, keyFor(input))),
    askAgain: () =>
      once(async () => {
        const state = store.get(stateAtom)
        if (state.status !== 'unknown' || !last) throw new TypeError('There is no act to ask about')
        return find(last.key, state.error)
      }),
    reset() {
      if (!going) become({ status: 'idle' })
    },
  }
}

/** Lost, or the same act was still being worked on when we asked for it. */
function isLost(error: ApiError): boolean {
  return error.outcomeUnknown || (error.status === 409 && error.code === 'REQUEST_LIMIT')
}

const failure = v.object({ message: v.string() })

function read<C extends Call>(call: C, report: ActReport | undefined): ActEnd<C> | undefined {
  if (report?.status === 'done') {
    const reply = v.safeParse(call.reply, report.reply)
    // Done is done, even where the kept answer cannot be read: the wallet is asked for anew anyway.
    return { status: 'done', reply: (reply.success ? reply.output : report.reply) as Reply<C> }
  }
  return report?.status === 'failed' ? { status: 'failed', error: refusalIn(report) } : undefined
}

/** Why the server refused the act that it reports as failed. */
export function refusalIn({ reply }: ActReport): ApiError {
  const said = v.safeParse(failure, reply)
  const text = said.success ? said.output.message : 'INTERNAL_SERVER_ERROR'
  return new ApiError('refused', { code: text, text })
}

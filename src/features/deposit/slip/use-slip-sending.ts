import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ApiError, toApiError } from '#api/api-error.ts'
import { mayHaveArrived } from '#data/outbox-queue.ts'
import { newOperationKey } from '#lib/operation-key.ts'
import { openSlipOutbox } from './outbox/slip-outbox.ts'
import { useSlipOutbox } from './outbox/use-slip-outbox.ts'

export type SlipSending =
  | { status: 'idle' }
  /** `progress`: the share of the file that was sent, 0 to 1. */
  | { status: 'sending'; progress: number }
  /** It goes out once there is a connection. Sending it again is safe: it carries the same key. */
  | { status: 'waiting' }
  | { status: 'done'; reference: string }
  | { status: 'refused'; error: ApiError }

interface Operation {
  file: Blob
  key: string
}

/** Sends a slip by the outbox, where it waits until the server has it, and follows it there. */
export function useSlipSending() {
  const queryClient = useQueryClient()
  const { outbox, waiting, arrived } = useSlipOutbox()
  const [operation, setOperation] = useState<Operation>()
  const [followed, setFollowed] = useState<string>()
  const [failure, setFailure] = useState<ApiError>()
  const state = stateOf()

  function stateOf(): SlipSending {
    if (failure) return { status: 'refused', error: failure }
    const reference = arrived.find(({ id }) => id === followed)?.reference
    if (reference !== undefined) return { status: 'done', reference }
    const one = waiting.find(({ id }) => id === followed)
    if (!one) return { status: 'idle' }
    if (one.status === 'failed')
      return one.error ? { status: 'refused', error: one.error } : { status: 'idle' }
    return one.status === 'sending' ? { status: 'sending', progress: one.progress } : { status: 'waiting' }
  }

  /** Removes a slip whose result the member has seen, so that it is not announced again. */
  function putAway() {
    if (followed && (state.status === 'refused' || state.status === 'done')) outbox?.remove(followed)
    setFollowed(undefined)
    setFailure(undefined)
  }
  const leave = useEffectEvent(() => {
    // Whether to send it again is still to be decided.
    if (state.status !== 'refused' || !mayHaveArrived(state.error)) putAway()
  })
  useEffect(() => () => leave(), [])

  async function send(file: Blob): Promise<void> {
    // The server repeats its answer to a key, so a try after a refusal needs a new one.
    const same = operation?.file === file && state.status !== 'refused'
    const { key } = same ? operation : { key: newOperationKey() }
    putAway()
    setOperation({ file, key })
    setFollowed(key)
    try {
      ;(await openSlipOutbox(queryClient)).send(key, file)
    } catch (thrown) {
      setFailure(toApiError(thrown))
    }
  }

  return {
    state,
    /** The slip's key, as long as it is shown here. */
    followed,
    send,
    cancel() {
      if (followed) outbox?.remove(followed)
      setFollowed(undefined)
    },
    reset: putAway,
  }
}

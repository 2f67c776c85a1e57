import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ApiError, toApiError } from '#api/api-error.ts'
import { mayHaveArrived } from '#data/outbox/outbox-queue.ts'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { openSlipOutbox } from './outbox/slip-outbox.ts'
import { useSlipOutbox } from './outbox/use-slip-outbox.ts'

type SlipSending =
  | { status: 'idle' }
  /** `progress` is the share of the file that was sent, from 0 to 1. */
  | { status: 'sending'; progress: number }
  /** It is sent once there is a connection. Sending it again is safe, because it has the same key. */
  | { status: 'waiting'; isKept: boolean }
  | { status: 'done'; reference: string }
  | { status: 'refused'; error: ApiError }

interface Operation {
  file: Blob
  key: string
  /** The outbox has stored it, or the browser has refused to. */
  isSettled?: boolean
}

/** Sends a slip through the outbox, where it waits until the server has it, and follows its status. */
export function useSlipSending() {
  const queryClient = useQueryClient()
  const { outbox, waiting, arrived } = useSlipOutbox()
  const [operation, setOperation] = useState<Operation>()
  const [followed, setFollowed] = useState<string>()
  const [failure, setFailure] = useState<ApiError>()
  const followedOne = waiting.find(({ id }) => id === followed)
  const state = stateOf()

  function stateOf(): SlipSending {
    if (failure) return { status: 'refused', error: failure }
    const reference = arrived.find(({ id }) => id === followed)?.reference
    if (reference !== undefined) return { status: 'done', reference }
    if (!followedOne) return { status: 'idle' }
    const { status, progress, isKept, error } = followedOne
    if (status === 'failed') return error ? { status: 'refused', error } : { status: 'idle' }
    return status === 'sending' ? { status, progress } : { status, isKept }
  }

  /** Removes a slip whose result the member has seen, so that it is not announced again. */
  function dismiss() {
    if (followed && (state.status === 'refused' || state.status === 'done')) outbox?.remove(followed)
    setFollowed(undefined)
    setFailure(undefined)
  }
  const leave = useEffectEvent(() => {
    // The member still has to decide whether to send it again.
    if (state.status !== 'refused' || !mayHaveArrived(state.error)) dismiss()
  })
  useEffect(() => () => leave(), [])

  async function send(file: Blob): Promise<void> {
    // The server repeats its reply to a key, so an attempt after a refusal needs a new one.
    const same = operation?.file === file && state.status !== 'refused'
    const { key } = same ? operation : { key: newOperationKey() }
    dismiss()
    setOperation({ file, key })
    setFollowed(key)
    try {
      const opened = await openSlipOutbox(queryClient)
      await opened.send(key, file)
      setOperation((now) => (now?.key === key ? { ...now, isSettled: true } : now))
    } catch (thrown) {
      setFailure(toApiError(thrown))
    }
  }

  return {
    state,
    /** Whether a slip sent without a connection would wait for it; not before the member is known. */
    canWait: outbox !== undefined,
    /** The slip's key, as long as it is shown here. */
    followed,
    /** The server has the slip, or the outbox keeps it for the next visit too. */
    isHandedOver: state.status === 'done' || Boolean(operation?.isSettled && followedOne?.isKept),
    send,
    cancel() {
      if (followed) outbox?.remove(followed)
      setFollowed(undefined)
    },
    reset: dismiss,
  }
}

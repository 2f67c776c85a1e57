import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import { uploadSlip } from '#api/contract/wallet.ts'
import { sendTelling } from '#api/upload.ts'
import { refreshMoney } from '#data/act.ts'
import { beginBusy } from '#data/busy.ts'
import { slipsKey } from '#data/slip-queries.ts'
import { handleError } from '#errors/handle-error.ts'
import { newActKey } from '#lib/act-key.ts'

export type SlipSending =
  | { status: 'idle' }
  /** `part`: how much of the file is on its way, 0 to 1. */
  | { status: 'sending'; part: number }
  | { status: 'done'; reference: string }
  | { status: 'refused'; error: ApiError }
  /** Nobody can tell whether it arrived. Sending the same file once more is safe: it carries the same key. */
  | { status: 'lost' }

/** Sends a slip, once however often it has to be tried. */
export function useSlipSending() {
  const queryClient = useQueryClient()
  const [state, setState] = useState<SlipSending>({ status: 'idle' })
  const going = useRef<AbortController>(undefined)
  const act = useRef<{ file: Blob; key: string }>(undefined)
  useEffect(() => () => going.current?.abort(), [])

  async function send(file: Blob): Promise<void> {
    if (going.current) return
    const controller = new AbortController()
    going.current = controller
    if (act.current?.file !== file) act.current = { file, key: newActKey() }
    setState({ status: 'sending', part: 0 })
    const endBusy = beginBusy()
    try {
      const { reference } = await request(uploadSlip, {
        file,
        key: act.current.key,
        signal: controller.signal,
        send: sendTelling((part) => setState({ status: 'sending', part })),
      })
      setState({ status: 'done', reference })
      refreshMoney(queryClient)
      void queryClient.invalidateQueries({ queryKey: slipsKey })
    } catch (thrown) {
      if (controller.signal.aborted) return setState({ status: 'idle' })
      setState(failed(toApiError(thrown)))
    } finally {
      going.current = undefined
      endBusy()
    }
  }

  function failed(error: ApiError): SlipSending {
    handleError(error, { quiet: true })
    // The first attempt may still be at work over there.
    const isRunning = error.status === 409 && error.code === 'REQUEST_LIMIT'
    if (error.outcomeUnknown || isRunning) return { status: 'lost' }
    // The server remembers its answer to a key: another try is another act.
    act.current = undefined
    return { status: 'refused', error }
  }

  return {
    state,
    send,
    cancel: () => going.current?.abort(),
    reset: () => setState({ status: 'idle' }),
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { ApiError, toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import { uploadSlip } from '#api/contract/wallet.ts'
import { readToken } from '#api/token.ts'
import { sendTelling } from '#api/upload.ts'
import { refreshMoney } from '#data/act.ts'
import { beginBusy } from '#data/busy.ts'
import { memberOwner, openOutbox } from '#data/outbox.ts'
import { createOutboxQueue, type Queued } from '#data/outbox-queue.ts'
import { onSessionEnd } from '#data/session.ts'
import { slipsKey } from '#data/slip-queries.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { handleError } from '#errors/handle-error.ts'
import { newActKey } from '#lib/act-key.ts'
import { env } from '#lib/env.ts'
import { onWake } from '#lib/wake.ts'

/** A slip that the server has not confirmed yet. */
export type WaitingSlip = Queued<null>

export interface SlipsUnderWay {
  waiting: readonly WaitingSlip[]
  /** What the server has taken since the page was opened, and nobody has been told yet. */
  arrived: readonly { id: string; reference: string }[]
}

export interface SlipOutbox {
  state(): SlipsUnderWay
  subscribe(listener: () => void): () => void
  /** Sends the slip under this key; one that waits already is tried at once. */
  send(id: string, file: Blob): void
  /** Tries a refused one once more. The server remembers its answer to a key: this is another act. */
  sendAnew(slip: WaitingSlip): void
  /** Gives up a slip, or puts away that it has arrived. */
  remove(id: string): void
}

interface Opened {
  outbox: SlipOutbox
  close: () => void
}

let current: { token: string | undefined; opened: Promise<Opened> } | undefined

/** The slips of the member who is signed in: what an earlier visit left goes out by this. */
export async function slipOutbox(queryClient: QueryClient): Promise<SlipOutbox> {
  const token = readToken()
  if (!current || current.token !== token) {
    closeSlipOutbox()
    current = { token, opened: open(queryClient) }
    current.opened.catch(() => {
      current = undefined
    })
  }
  return (await current.opened).outbox
}

function closeSlipOutbox(): void {
  current?.opened.then(({ close }) => close()).catch(() => undefined)
  current = undefined
}

onSessionEnd(closeSlipOutbox)

async function open(queryClient: QueryClient): Promise<Opened> {
  const { profile } = await queryClient.ensureQueryData(walletQueryOptions)
  const store = await openOutbox('slip', memberOwner(profile._id))
  const listeners = new Set<() => void>()
  let state: SlipsUnderWay = { waiting: [], arrived: [] }
  const become = (to: Partial<SlipsUnderWay>) => {
    state = { ...state, ...to }
    for (const listener of listeners) listener()
  }

  const queue = createOutboxQueue<null, 'sending', string>(store, {
    async deliver({ id, file }, { signal, tell }) {
      const endBusy = beginBusy()
      tell({ status: 'sending', part: 0 })
      try {
        const send = sendTelling((part) => tell({ part }))
        const { reference } = await request(uploadSlip, { file: file ?? new Blob(), key: id, signal, send })
        return reference
      } catch (thrown) {
        const error = toApiError(thrown)
        if (!signal.aborted) handleError(error, { quiet: true })
        // Who knows no keys may take it twice: whether to send it once more is for the member to say.
        if (error.outcomeUnknown && !env.apiExtensions) throw new ApiError('refused', error)
        throw error
      } finally {
        endBusy()
      }
    },
    read: (_, file) => (file ? null : undefined),
    delivered(reference, { id }) {
      become({ arrived: [...state.arrived, { id, reference }] })
      refreshMoney(queryClient)
      void queryClient.invalidateQueries({ queryKey: slipsKey })
    },
  })
  const add = (id: string, at: number, file?: Blob) =>
    void queue.add({ id, at, content: null, ...(file && { file }) })
  queue.subscribe(() => become({ waiting: queue.waiting() }))
  const stop = onWake(() => {
    queue.poke()
    void queue.refresh()
  })
  await queue.refresh()

  const outbox: SlipOutbox = {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send(id, file) {
      if (state.waiting.some((one) => one.id === id)) queue.poke()
      else add(id, Date.now(), file)
    },
    sendAnew({ id, at, file }) {
      queue.remove(id)
      add(newActKey(), at, file)
    },
    remove(id) {
      queue.remove(id)
      if (state.arrived.some((one) => one.id === id))
        become({ arrived: state.arrived.filter((one) => one.id !== id) })
    },
  }
  const close = () => {
    stop()
    queue.close()
    become({ waiting: [], arrived: [] })
  }
  return { outbox, close }
}

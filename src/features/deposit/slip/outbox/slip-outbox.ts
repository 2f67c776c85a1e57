import type { QueryClient } from '@tanstack/react-query'
import { type Atom, atom } from 'jotai'
import { ApiError, toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import { getOperation } from '#api/contract/operation.ts'
import { uploadSlip } from '#api/contract/wallet.ts'
import { readToken } from '#api/token.ts'
import { fetchWithUploadProgress } from '#api/fetch-with-upload-progress.ts'
import { refreshMoney } from '#data/refresh-money.ts'
import { beginBusy } from '#data/busy.ts'
import { openedPerPerson } from '#data/opened-per-person.ts'
import { memberOwner, openOutbox } from '#data/outbox.ts'
import { createOutboxQueue, type Queued } from '#data/outbox-queue.ts'
import { slipsKey } from '#data/slip-queries.ts'
import { walletQueryOptions } from '#data/wallet-queries.ts'
import { handleError } from '#errors/handle-error.ts'
import { hasExtension } from '#lib/api-extensions.ts'
import { newOperationKey } from '#lib/operation-key.ts'
import { store } from '#lib/store.ts'
import { onWake } from '#lib/wake.ts'
import { resultOfRepeat } from '#operations/operation-runner.ts'

/** A slip that the server has not confirmed yet. */
export type WaitingSlip = Queued<null>

interface SlipOutbox {
  waitingAtom: Atom<readonly WaitingSlip[]>
  /** What the server has taken since the page was opened, and nobody has been told yet. */
  arrivedAtom: Atom<readonly { id: string; reference: string }[]>
  /** Sends the slip under this key; one that waits already is tried at once. */
  send(id: string, file: Blob): void
  /** Tries a refused one once more. The server remembers its answer to a key: this is another operation. */
  sendAnew(slip: WaitingSlip): void
  /** Gives up a slip, or puts away that it has arrived. */
  remove(id: string): void
  close(): void
}

const { openedAtom, open } = openedPerPerson<SlipOutbox>()

/** The slips on their way to the server. `outbox` is undefined while nothing is known of them. */
export const slipsAtom = atom((get) => {
  const outbox = get(openedAtom)
  return {
    outbox,
    waiting: outbox ? get(outbox.waitingAtom) : [],
    arrived: outbox ? get(outbox.arrivedAtom) : [],
  }
})

/** The slips of the member who is signed in: what an earlier visit left goes out by this. */
export const openSlipOutbox = (queryClient: QueryClient): Promise<SlipOutbox> =>
  open(readToken(), () => createSlipOutbox(queryClient))

async function createSlipOutbox(queryClient: QueryClient): Promise<SlipOutbox> {
  const { profile } = await queryClient.ensureQueryData(walletQueryOptions)
  const entries = await openOutbox('slip', memberOwner(profile._id))
  const arrivedAtom = atom<readonly { id: string; reference: string }[]>([])

  const queue = createOutboxQueue<null, 'sending', string>(entries, {
    async deliver({ id, file }, { signal, tell, once }) {
      const endBusy = beginBusy()
      tell({ status: 'sending', progress: 0 })
      try {
        const fetch = fetchWithUploadProgress((progress) => tell({ progress }))
        const { reference } = await once(() =>
          request(uploadSlip, { file: file ?? new Blob(), key: id, signal, fetch }),
        )
        return reference
      } catch (thrown) {
        const error = toApiError(thrown)
        if (!signal.aborted) handleError(error, { quiet: true })
        if (!hasExtension('acts')) throw error
        const result = await resultOfRepeat(uploadSlip, error, () =>
          request(getOperation, { params: { key: id }, signal }),
        )
        if (result.status === 'done') return result.reply?.reference ?? ''
        // The next try asks again; the key keeps the slip from being taken twice.
        throw result.status === 'unknown' ? new ApiError('offline', { code: 'OFFLINE' }) : result.error
      } finally {
        endBusy()
      }
    },
    isRepeatSafe: () => hasExtension('keys'),
    read: (_, file) => (file ? null : undefined),
    delivered(reference, { id }) {
      store.set(arrivedAtom, (arrived) => [...arrived, { id, reference }])
      refreshMoney(queryClient)
      void queryClient.invalidateQueries({ queryKey: slipsKey })
    },
  })
  const add = (id: string, at: number, file?: Blob) =>
    void queue.add({ id, at, content: null, ...(file && { file }) })
  const stop = onWake(() => {
    queue.poke()
    void queue.refresh()
  })
  await queue.refresh()

  return {
    waitingAtom: queue.waitingAtom,
    arrivedAtom,
    send(id, file) {
      if (store.get(queue.waitingAtom).some((one) => one.id === id)) queue.poke()
      else add(id, Date.now(), file)
    },
    sendAnew({ id, at, file }) {
      queue.remove(id)
      add(newOperationKey(), at, file)
    },
    remove(id) {
      queue.remove(id)
      store.set(arrivedAtom, (arrived) => arrived.filter((one) => one.id !== id))
    },
    close() {
      stop()
      queue.close()
    },
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { type Atom, atom } from 'jotai'
import * as v from 'valibot'
import { ApiError, toApiError } from '#api/api-error.ts'
import { request } from '#api/client.ts'
import type { Reply } from '#api/contract/call.ts'
import { getOperation } from '#api/contract/operation.ts'
import { uploadSlip } from '#api/contract/slip.ts'
import { readyRequest } from '#api/ready-request.ts'
import { readToken } from '#api/token.ts'
import { fetchWithUploadProgress } from '#api/fetch-with-upload-progress.ts'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import { beginBusy } from '#data/session/busy.ts'
import { openedPerPerson } from '#data/session/opened-per-person.ts'
import { memberOwner, openOutbox } from '#data/outbox/outbox.ts'
import type { Queued } from '#data/outbox/outbox-entries.ts'
import { createOutboxQueue } from '#data/outbox/outbox-queue.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { handleError } from '#errors/handle-error.ts'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { newOperationKey } from '#lib/money/operation-key.ts'
import { store } from '#lib/store.ts'
import { onWake } from '#lib/device/wake.ts'
import { resultOfRepeat } from '#operations/operation-runner.ts'

/** A slip that the server has not confirmed yet. */
export type WaitingSlip = Queued<null>

interface SlipOutbox {
  waitingAtom: Atom<readonly WaitingSlip[]>
  /** The slips that the server has received since the page was opened, and whose notice is not closed yet. */
  arrivedAtom: Atom<readonly { id: string; reference: string }[]>
  /**
   * Sends the slip with this idempotency key; one that is waiting already is retried at once. Resolves once the slip is stored, or the
   * browser has refused to: its `isKept` says which.
   */
  send(id: string, file: Blob): Promise<void>
  /** Resends a refused slip as a new operation, because the server repeats its reply to a key. */
  sendAsNew(slip: WaitingSlip): void
  /** Removes a waiting slip, or the notice that it has arrived. */
  remove(id: string): void
  close(): void
}

const { openedAtom, open } = openedPerPerson<SlipOutbox>()

/** The slips being sent. `outbox` is undefined until it is open. */
export const slipsAtom = atom((get) => {
  const outbox = get(openedAtom)
  return {
    outbox,
    waiting: outbox ? get(outbox.waitingAtom) : [],
    arrived: outbox ? get(outbox.arrivedAtom) : [],
  }
})

/** Opens the signed-in member's slips, which also sends those that an earlier visit left. */
export const openSlipOutbox = (queryClient: QueryClient): Promise<SlipOutbox> =>
  open(readToken(), () => createSlipOutbox(queryClient))

type SlipReply = Reply<typeof uploadSlip>
/** The server has the slip, but its reply is lost. */
const unknownReply: SlipReply = { reference: '' }
/** As the server itself refuses a picture that is larger than a gateway lets through. */
const tooLarge = new ApiError('refused', {
  code: 'SLIP_INVALID_FILE',
  body: { reason: 'too-large' },
  status: 413,
})

async function createSlipOutbox(queryClient: QueryClient): Promise<SlipOutbox> {
  const { profile } = await queryClient.ensureQueryData(walletQueryOptions)
  const entries = await openOutbox('slip', memberOwner(profile._id))
  const arrivedAtom = atom<readonly { id: string; reference: string }[]>([])

  const queue = createOutboxQueue<null, 'sending', SlipReply>(entries, {
    async deliver({ id, file }, { signal, setState, once }) {
      const endBusy = beginBusy()
      setState({ status: 'sending', progress: 0 })
      try {
        const fetch = fetchWithUploadProgress((progress) => setState({ progress }))
        return await once(() => request(uploadSlip, { file: file ?? new Blob(), key: id, signal, fetch }))
      } catch (thrown) {
        const error = toApiError(thrown)
        if (!signal.aborted) handleError(error, { quiet: true })
        if (error.status === 413) throw tooLarge
        if (!hasExtension('acts')) throw error
        const result = await resultOfRepeat(uploadSlip, error, () =>
          request(getOperation, { params: { key: id }, signal }),
        )
        if (result.status === 'done') return result.reply ?? unknownReply
        // The next attempt asks again; the key prevents a second credit.
        throw result.status === 'unknown' ? new ApiError('offline', { code: 'OFFLINE' }) : result.error
      } finally {
        endBusy()
      }
    },
    isRepeatSafe: () => hasExtension('keys'),
    prepare: ({ id }) => readyRequest(uploadSlip, { key: id }),
    read: (_, file) => (file ? null : undefined),
    readAnswer(answer) {
      const read = v.safeParse(uploadSlip.reply, answer)
      return read.success ? read.output : unknownReply
    },
    delivered({ reference }, { id }) {
      store.set(arrivedAtom, (arrived) => [...arrived, { id, reference }])
      refreshMoney(queryClient)
    },
  })
  const add = (id: string, at: number, file: Blob | undefined, replaced?: string) =>
    queue.add({ id, at, content: null, ...(file && { file }) }, replaced)
  const stop = onWake(() => {
    queue.poke()
    void queue.refresh()
  })
  await queue.refresh()

  return {
    waitingAtom: queue.waitingAtom,
    arrivedAtom,
    async send(id, file) {
      if (store.get(queue.waitingAtom).some((one) => one.id === id)) queue.poke()
      else await add(id, Date.now(), file)
    },
    sendAsNew({ id, at, file }) {
      void add(newOperationKey(), at, file, id)
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

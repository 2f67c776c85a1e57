import { Trans } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { serverNow } from '#lib/dates/clock.ts'
import { onStored } from '#lib/storage.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { optionalPart } from '#ui/lazy-part.tsx'
import {
  closedKeysAtom,
  closeLogEntry,
  leftEntriesAtom,
  type LogEntry,
  loggedOperations,
  unsettledOperations,
} from '../operation-log.ts'
import type { ShownOperation } from '../operation-notice.tsx'
import { arrivesWithinMs } from '../outcome.ts'
import { kindOf } from './kind-of.ts'

// The connection may be bad just then: the button waits all the same.
const UnsettledOperation = optionalPart(
  async () => (await import(/* offline */ './unsettled-operations.tsx')).UnsettledOperation,
)

interface EarlierOperations {
  /** What an earlier page, a closed screen or another tab sent, with its outcome. */
  notice: ReactNode
  /** Why nothing may be sent yet. */
  held: ReactNode
}

/**
 * The operations of a form's own kind whose outcome the member does not know. The form shows them, and waits until their outcome
 * is known, or they can no longer arrive: else the member would send the same again while the first is still on its way. Where a second
 * one does no harm (`mayRepeat`), it waits for none.
 */
export function useEarlierOperations({ id, state }: ShownOperation, mayRepeat = false): EarlierOperations {
  // A form that has sent nothing yet also shows what a closed screen of this page is still sending.
  const [begun, setBegun] = useState(() =>
    state.status === 'idle' ? loggedOperations() : unsettledOperations(),
  )
  const left = useAtomValue(leftEntriesAtom)
  const closed = useAtomValue(closedKeysAtom)
  const [known, setKnown] = useState<readonly string[]>([])
  useEffect(() => {
    const read = () => {
      const others = new Set(unsettledOperations().map(({ key }) => key))
      const all = loggedOperations()
      setBegun((shown) =>
        all.flatMap((one) =>
          one.isDone ? one : (shown.find(({ key }) => key === one.key) ?? (others.has(one.key) ? one : [])),
        ),
      )
    }
    return onStored(storageKeys.operationLog, read)
  }, [])

  const kind = !mayRepeat && id && kindOf(id)
  const all = new Map([...begun, ...left].map((entry) => [entry.key, entry]))
  const entries = [...all.values()].filter((one) => kindOf(one.act) === kind && !closed.includes(one.key))
  const settle = (key: string) => setKnown((keys) => (keys.includes(key) ? keys : [...keys, key]))
  return {
    notice: entries.map((entry) => (
      <EarlierOperation key={entry.key} entry={entry} onKnown={() => settle(entry.key)} />
    )),
    held: entries.some(({ key, isDone }) => !isDone && !known.includes(key)) && (
      <Trans>Please wait for the result above before you start again.</Trans>
    ),
  }
}

function EarlierOperation({ entry, onKnown }: { entry: LogEntry; onKnown: () => void }) {
  const { at } = entry
  const end = useEffectEvent(onKnown)
  useEffect(() => {
    // By then it has arrived or never will, even if the server does not say which.
    const remainingMs = Math.min(at + arrivesWithinMs - serverNow(), arrivesWithinMs)
    const timer = setTimeout(() => end(), remainingMs)
    return () => clearTimeout(timer)
  }, [at])
  return (
    <Suspense>
      <UnsettledOperation entry={entry} onKnown={onKnown} onClose={() => closeLogEntry(entry.key)} />
    </Suspense>
  )
}

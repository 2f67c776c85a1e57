import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { outboxWaitsAtom } from '#data/outbox-flag.ts'
import { useModal } from '#routes/-use-modal.ts'
import { WaitingSlips } from '#routes/-waiting-slips.ts'
import styles from './slip-news.module.css'

/** Tells of slips that wait to be sent, from this visit or an earlier one; being shown, they go out. */
export function SlipNews() {
  const waits = useAtomValue(outboxWaitsAtom)
  const [shown, setShown] = useState(waits)
  const { open } = useModal()
  // It stays when nothing waits any more, to tell what has arrived.
  if (waits && !shown) setShown(true)
  return shown ? (
    <Suspense>
      <WaitingSlips className={styles.slips} onStatus={() => open({ open: 'slips' })} />
    </Suspense>
  ) : null
}

import { Suspense, useEffect, useState } from 'react'
import { onOutboxFilled, outboxWaits } from '#data/outbox-name.ts'
import { useModal } from '#routes/-use-modal.ts'
import { WaitingSlips } from '#routes/-waiting-slips.ts'
import styles from './slip-news.module.css'

/** Tells of slips that wait to be sent, from this visit or an earlier one; being shown, they go out. */
export function SlipNews() {
  const [waits, setWaits] = useState(outboxWaits)
  const { open } = useModal()
  useEffect(() => onOutboxFilled(() => setWaits(true)), [])
  return waits ? (
    <Suspense>
      <WaitingSlips className={styles.slips} onStatus={() => open({ open: 'slips' })} />
    </Suspense>
  ) : null
}

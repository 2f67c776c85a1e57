import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { outboxWaitsAtom } from '#data/outbox/outbox-flag.ts'
import { useModal } from '#routes/-modals/use-modal.ts'
import { OptionalWaitingSlips } from '#routes/-waiting-slips.ts'
import { noticesClass } from '#ui/message/notice.tsx'

/** The slips waiting to be sent, from this visit or an earlier one. Mounting the list sends them. */
export function WaitingSlipsNotice() {
  const waits = useAtomValue(outboxWaitsAtom)
  const [shown, setShown] = useState(waits)
  const { open } = useModal()
  // It stays mounted when nothing is waiting any more, to show what was sent.
  if (waits && !shown) setShown(true)
  return shown ? (
    <Suspense>
      <OptionalWaitingSlips className={noticesClass} onStatus={() => open({ open: 'slips' })} />
    </Suspense>
  ) : null
}

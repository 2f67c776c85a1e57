import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { outboxWaitsAtom } from '#data/outbox/outbox-flag.ts'
import { sharedWaitsAtom } from '#lib/outbox/shared-waits.ts'
import { useModal } from '#routes/-modals/use-modal.ts'
import { OptionalWaitingSlips } from '#routes/-waiting-slips.ts'
import { noticesClass } from '#ui/message/notice.tsx'

/** The slips waiting to be sent, from this visit or an earlier one, which mounting the list sends, and those that another app has shared. */
export function WaitingSlipsNotice() {
  const inOutbox = useAtomValue(outboxWaitsAtom)
  const waits = useAtomValue(sharedWaitsAtom).length > 0 || inOutbox
  const [shown, setShown] = useState(waits)
  const { open } = useModal()
  // It stays mounted when nothing is waiting any more, to show what was sent.
  if (waits && !shown) setShown(true)
  return shown ? (
    <Suspense>
      <OptionalWaitingSlips
        className={noticesClass}
        onStatus={() => open({ open: 'slips' })}
        onUpload={() => open({ open: 'slip' })}
      />
    </Suspense>
  ) : null
}

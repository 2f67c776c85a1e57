import { useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { formatTime } from '#i18n/format.ts'
import { lookForShared } from '#lib/outbox/look-for-shared.ts'
import { sharedWaitsAtom } from '#lib/outbox/shared-waits.ts'
import { forgetSharedSlip } from '#lib/outbox/shared-slip-line.ts'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'

interface SharedSlipsProps {
  /** Opens the upload, which offers the first. */
  onUpload: () => void
}

/** The pictures that another app has shared behind the one that the upload was left with. */
export function SharedSlips({ onUpload }: SharedSlipsProps) {
  const { t } = useLingui()
  const waiting = useAtomValue(sharedWaitsAtom)
  // They may have gone meanwhile: with an earlier session, or by their age.
  useEffect(() => void lookForShared(), [])
  const told = waiting.map((at) => ({ at, time: formatTime(at) }))
  return told.map(({ at, time }, turn) => (
    <Notice
      key={at}
      icon="image"
      title={t`The slip shared at ${time} is not sent yet`}
      action={
        turn === 0 && (
          <>
            <Button size="compact" icon="upload" onClick={onUpload}>
              {t`Upload slip`}
            </Button>
            <Button size="compact" onClick={() => void forgetSharedSlip(at).then(lookForShared)}>
              {t`Remove`}
            </Button>
          </>
        )
      }
    />
  ))
}

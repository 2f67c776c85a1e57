import { Trans } from '@lingui/react/macro'
import { currentLocale } from '#i18n/activate.ts'
import { formatDateTime, formatRelative } from '#i18n/format.ts'
import { StaleNote } from '#ui/stale-note.tsx'

interface AgeNoteProps {
  /** When the figures beside it came, and the time now: ms by the server's clock. */
  updatedAt: number
  now: number
  stale: boolean
}

/** Says when what is shown came, and how long ago that is once it may no longer be so. */
export function AgeNote({ updatedAt, now, stale }: AgeNoteProps) {
  const at = formatDateTime(updatedAt)
  const age = formatRelative(updatedAt, now, currentLocale())
  if (!stale) {
    return (
      <span>
        <Trans>Updated {at}</Trans>
      </span>
    )
  }
  return (
    <StaleNote>
      <Trans>
        As of {at} · {age}
      </Trans>
    </StaleNote>
  )
}

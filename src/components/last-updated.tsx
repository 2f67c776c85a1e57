import { Trans } from '@lingui/react/macro'
import { currentLocale } from '#i18n/activate.ts'
import { formatDateTime, formatDateTimeShort, formatRelative } from '#i18n/format.ts'
import { StaleNote } from '#ui/list/stale-note.tsx'

interface LastUpdatedProps {
  /** When the data was loaded, and the current time: ms by the server's clock. */
  updatedAt: number
  now: number
  stale: boolean
}

/** Shows when the data was loaded, and its age once it is stale. */
export function LastUpdated({ updatedAt, now, stale }: LastUpdatedProps) {
  if (!stale) {
    const at = formatDateTime(updatedAt)
    return (
      <span>
        <Trans>Updated {at}</Trans>
      </span>
    )
  }
  // Without seconds, so that time and age fit one line.
  const at = formatDateTimeShort(updatedAt)
  const age = formatRelative(updatedAt, now, currentLocale())
  return (
    <StaleNote>
      <Trans>
        As of {at} · {age}
      </Trans>
    </StaleNote>
  )
}

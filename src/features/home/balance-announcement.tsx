import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Amount, useAmountPrivacy } from '#ui/amount.tsx'

/** Tells screen readers when the balance changes; says nothing about the balance that the page opened with. */
export function BalanceAnnouncement({ satang }: { satang: number }) {
  const { hidden } = useAmountPrivacy()
  const [heard, setHeard] = useState({ satang, changed: false })
  if (heard.satang !== satang) setHeard({ satang, changed: true })
  return (
    <output className="visually-hidden">
      {heard.changed &&
        (hidden ? (
          <Trans>Your balance has changed.</Trans>
        ) : (
          <Trans>
            Your balance is now <Amount satang={satang} />.
          </Trans>
        ))}
    </output>
  )
}

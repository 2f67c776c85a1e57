import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { OperationDialog } from '#operations/operation-dialog.tsx'
import { Amount } from '#ui/amount.tsx'
import type { useClaim } from './use-claim.ts'

/** Asks whether to claim the prize now; stays open until the outcome is known. */
export function ClaimDialog({ claim }: { claim: ReturnType<typeof useClaim> }) {
  const { operation, chosen } = claim
  // Keeps its text while it fades out.
  const [last, setLast] = useState(chosen)
  if (chosen && chosen !== last) setLast(chosen)
  if (!last) return null
  const label = last.prize.slice.label || last.prize.slice.code
  return (
    <OperationDialog
      open={chosen !== null}
      onClose={claim.cancel}
      operation={operation}
      onConfirm={() => claim.confirm(last)}
      icon="ticket"
      tone="gold"
      title={<Trans>Claim this prize?</Trans>}
      text={
        last.amount > 0 ? (
          <Trans>
            {label}: <Amount satang={last.amount} /> goes into your wallet.
          </Trans>
        ) : (
          label
        )
      }
      confirmLabel={<Trans>Claim</Trans>}
      cancelLabel={<Trans>Not now</Trans>}
    />
  )
}

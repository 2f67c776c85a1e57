import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { request } from '#api/client.ts'
import type { Slip } from '#api/contract/statement.ts'
import { getSlipLink } from '#api/contract/slip.ts'
import { rowOutcomeOf } from '#data/wallet/statement-outcome.ts'
import { opensPicturesHere, PictureDialog } from '#components/picture-dialog.tsx'
import { handleError } from '#errors/handle-error.ts'
import { slipReasonText } from '#errors/slip-reasons.ts'
import { formatDate, formatDateTime } from '#i18n/format.ts'
import { linkFromOutside } from '#lib/network/outside-address.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/list/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { openInTab } from './open-in-tab.ts'
import { RowFace } from './row-face.tsx'
import rowStyles from './row.module.css'
import styles from './slip-list.module.css'

interface SlipListProps {
  slips: readonly Slip[]
  /** The rows could not be refreshed. */
  stale: boolean
  /** The rows are the previous page's, while the next one loads. */
  waiting: boolean
}

export function SlipList({ slips, stale, waiting }: SlipListProps) {
  const { t } = useLingui()
  return (
    <Card
      as="ul"
      rows
      aria-label={t`Uploaded slips`}
      aria-busy={waiting}
      className={classNames(rowStyles.rows, waiting && styles.waiting)}
    >
      {slips.map((slip, place) => (
        // A backend may leave the reference out.
        <SlipRow key={slip.reference || place} slip={slip} stale={stale} />
      ))}
    </Card>
  )
}

function SlipRow({ slip, stale }: { slip: Slip; stale: boolean }) {
  const { t } = useLingui()
  const { status, note, amount, createdAt } = slip
  const isFailed = rowOutcomeOf(status) === 'failed'
  const reason = slipReasonText(note)
  const words = reason ? t(reason) : note
  const date = formatDate(createdAt)
  return (
    <li>
      <div className={rowStyles.entry}>
        <RowFace
          kind="deposit"
          status={status}
          saysDone
          createdAt={createdAt}
          fullTime={formatDateTime(createdAt)}
          amount={
            amount > 0 && (
              <Amount satang={amount} voided={isFailed} stale={stale} className={rowStyles.amount} />
            )
          }
        >
          {t`Slip of ${date}`}
        </RowFace>
        <ViewSlip slip={slip} />
      </div>
      {isFailed && words && <p className={rowStyles.note}>{words}</p>}
    </li>
  )
}

/** Nothing where the backend says neither the slip's reference nor the picture's address. */
function ViewSlip({ slip: { reference, link, createdAt } }: { slip: Slip }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<string>()
  const at = formatDateTime(createdAt)
  const address = linkFromOutside(link, location.origin)
  if (!reference && !address) return null
  async function view() {
    setBusy(true)
    const find = async () =>
      reference ? (await request(getSlipLink, { params: { reference } })).url : (address ?? '')
    try {
      if (opensPicturesHere()) setShown(await find())
      else await openInTab(find)
    } catch (error) {
      handleError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <IconButton
        icon="image"
        label={t`View the slip of ${at}`}
        loading={busy}
        className={styles.view}
        onClick={() => void view()}
      />
      <PictureDialog title={t`Picture of the slip`} address={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

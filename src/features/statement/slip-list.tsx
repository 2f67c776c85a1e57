import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { request } from '#api/client.ts'
import { getSlipLink, type Slip } from '#api/contract/statement.ts'
import { rowOutcomeOf } from '#data/statement-outcome.ts'
import { handleError } from '#errors/handle-error.ts'
import { slipReasonText } from '#errors/slip-reasons.ts'
import { formatDate, formatDateTime, formatTime } from '#i18n/format.ts'
import { opensEmptyTabs } from '#lib/embedded-browser.ts'
import { linkFromOutside } from '#lib/outside-address.ts'
import { isStandalone } from '#pwa/use-install.ts'
import { Amount } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Status } from '#ui/status.tsx'
import { openInTab } from './open-in-tab.ts'
import { SlipPicture } from './slip-picture.tsx'
import styles from './slip-table.module.css'
import { outcomeTexts } from './statement-texts.ts'

interface SlipTableProps {
  slips: readonly Slip[]
  /** The rows could not be refreshed. */
  stale: boolean
  /** The rows are the previous page's, while the next one loads. */
  waiting: boolean
}

export function SlipTable({ slips, stale, waiting }: SlipTableProps) {
  const { t } = useLingui()
  return (
    <table className={classNames(styles.slips, waiting && styles.waiting)} aria-busy={waiting}>
      <caption className="visually-hidden">{t`Uploaded slips`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Date`}</th>
          <th scope="col">{t`Status`}</th>
          <th scope="col" className={styles.amount}>{t`Amount`}</th>
          <th scope="col">
            <span className="visually-hidden">{t`Picture`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {slips.map((slip, place) => (
          // A backend may leave the reference out.
          <SlipRow key={slip.reference || place} slip={slip} stale={stale} />
        ))}
      </tbody>
    </table>
  )
}

function SlipRow({ slip, stale }: { slip: Slip; stale: boolean }) {
  const { t } = useLingui()
  const outcome = rowOutcomeOf(slip.status)
  const reason = slipReasonText(slip.note)
  const words = reason ? t(reason) : slip.note
  return (
    <tr>
      <td>
        <time dateTime={slip.createdAt} title={formatDateTime(slip.createdAt)}>
          {formatDate(slip.createdAt)} <small>{formatTime(slip.createdAt)}</small>
        </time>
      </td>
      <td>
        <Status tone={outcome}>{t(outcomeTexts[outcome])}</Status>
        {outcome === 'failed' && words && <p className={styles.reason}>({words})</p>}
      </td>
      <td className={styles.amount}>
        {slip.amount > 0 ? <Amount satang={slip.amount} stale={stale} /> : '-'}
      </td>
      <td>
        <ViewSlip slip={slip} />
      </td>
    </tr>
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
      if (isStandalone() || !opensEmptyTabs()) setShown(await find())
      else await openInTab(find)
    } catch (error) {
      handleError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <IconButton icon="image" label={t`View the slip of ${at}`} loading={busy} onClick={() => void view()} />
      <SlipPicture address={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type JournaledAct, type JournalEntry, settleAct, unsettledActs } from '#data/act-journal.ts'
import { refusalIn } from '#data/act-runner.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { formatTime } from '#i18n/format.ts'
import { bahtToSatang } from '#lib/money.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Outcome } from './unsettled-rules.ts'
import styles from './unsettled-acts.module.css'
import { useOutcome } from './use-outcome.ts'

const names: Record<JournaledAct, MessageDescriptor> = {
  transfer: msg`Transfer`,
  transferAll: msg`Transfer`,
  withdraw: msg`Withdraw`,
  withdrawAll: msg`Withdraw`,
  createQr: msg`QR code`,
  sendTrueLink: msg`Gift link`,
  claimInviteBonus: msg`Invite bonus`,
  receiveRefund: msg`Cashback`,
  addRefundToWallet: msg`Cashback`,
  activateBonus: msg`Bonus`,
  activatePromotion: msg`Promotion code`,
  clearBonus: msg`Cancel bonus`,
  spin: msg`Spin wheel`,
  claimCoupon: msg`Coupon`,
}

const tones: Record<Outcome, 'sky' | 'jade' | 'coral' | 'gold'> = {
  asking: 'sky',
  done: 'jade',
  failed: 'coral',
  'never-arrived': 'gold',
  forgotten: 'gold',
}

/**
 * What the member confirmed and never saw the end of, because the page was closed or the phone died: asked after, and told
 * until the member has put it away.
 */
export function UnsettledActs() {
  const { t } = useLingui()
  const [entries, setEntries] = useState(unsettledActs)
  if (entries.length === 0) return null
  const close = (key: string) => {
    settleAct(key)
    setEntries((shown) => shown.filter((one) => one.key !== key))
  }
  return (
    <section className={styles.acts} aria-label={t`Left unfinished`}>
      {entries.map((entry) => (
        <UnsettledAct key={entry.key} entry={entry} onClose={() => close(entry.key)} />
      ))}
    </section>
  )
}

function UnsettledAct({ entry, onClose }: { entry: JournalEntry; onClose: () => void }) {
  const { t } = useLingui()
  const { outcome, report } = useOutcome(entry)
  return (
    <Notice
      tone={tones[outcome]}
      icon={outcome === 'done' ? 'check' : outcome === 'asking' ? 'refresh' : undefined}
      title={
        <>
          {t(names[entry.act])}
          {entry.amount !== undefined && (
            <>
              {' '}
              <Amount satang={bahtToSatang(entry.amount)} />
            </>
          )}
          {' · '}
          {formatTime(entry.at)}
        </>
      }
      action={
        outcome !== 'asking' && (
          <Button size="compact" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )
      }
    >
      <output>
        {outcome === 'asking' && (
          <Trans>The app was closed before the answer came. Asking what became of it.</Trans>
        )}
        {outcome === 'done' && <Trans>It went through.</Trans>}
        {outcome === 'failed' && report && wordsFor(refusalIn(report))}
        {outcome === 'never-arrived' && <Trans>It never reached us. Nothing was moved.</Trans>}
        {outcome === 'forgotten' && (
          <Trans>We cannot find out any more. Please look at the balance and the statement.</Trans>
        )}
      </output>
    </Notice>
  )
}

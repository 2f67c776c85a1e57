import { Trans, useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { mayHaveArrived } from '#data/outbox/outbox-queue.ts'
import { refusalWords } from '#errors/refusal-words.ts'
import { formatTime } from '#i18n/format.ts'
import { sharedWaitsAtom } from '#lib/outbox/shared-waits.ts'
import { useMoneyWords } from '#ui/amount.tsx'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Progress } from '#ui/message/progress.tsx'
import type { WaitingSlip } from './slip-outbox.ts'
import { useSlipOutbox } from './use-slip-outbox.ts'
import { SharedSlips } from './shared-slips.tsx'
import styles from './waiting-slips.module.css'

interface WaitingSlipsProps {
  className?: string
  /** The id of a slip that is shown elsewhere. */
  except?: string | undefined
  /** Opens the list of uploaded slips; undefined if it is already shown. */
  onStatus?: () => void
  /** Opens the upload; undefined where it is open. */
  onUpload?: () => void
}

/** The slips that are waiting, refused or just received, each with the member's options. */
export function WaitingSlips({ className, except, onStatus, onUpload }: WaitingSlipsProps) {
  const { t } = useLingui()
  const { outbox, waiting, arrived } = useSlipOutbox()
  const shown = waiting.filter(({ id }) => id !== except)
  const told = onStatus ? arrived.filter(({ id }) => id !== except) : []
  const shared = useAtomValue(sharedWaitsAtom).length > 0 && onUpload !== undefined
  if (!outbox || (shown.length + told.length === 0 && !shared)) return null
  return (
    <section className={className ?? styles.slips} aria-label={t`Slips on their way`}>
      {shown.map((slip) => (
        <Waiting
          key={slip.id}
          slip={slip}
          onRemove={() => outbox.remove(slip.id)}
          onResend={() => outbox.sendAsNew(slip)}
        />
      ))}
      {told.map(({ id }) => (
        <Notice
          key={id}
          tone="jade"
          icon="check"
          title={
            <output>
              <Trans>The slip has arrived</Trans>
            </output>
          }
          action={
            <>
              <Button
                size="compact"
                icon="receipt"
                onClick={() => {
                  outbox.remove(id)
                  onStatus?.()
                }}
              >
                {t`Slip status`}
              </Button>
              <Button size="compact" onClick={() => outbox.remove(id)}>
                {t`Close`}
              </Button>
            </>
          }
        />
      ))}
      {shared && <SharedSlips onUpload={onUpload} />}
    </section>
  )
}

interface WaitingProps {
  slip: WaitingSlip
  onRemove: () => void
  onResend: () => void
}

function Waiting({ slip: { at, status, progress, error, isKept }, onRemove, onResend }: WaitingProps) {
  const { t } = useLingui()
  const moneyWords = useMoneyWords()
  const time = formatTime(at)
  const isUnknown = mayHaveArrived(error)
  if (status === 'failed') {
    return (
      <Notice
        tone={isUnknown ? 'gold' : 'coral'}
        title={isUnknown ? t`The slip from ${time} may have arrived` : t`The slip from ${time} was not taken`}
        action={
          <>
            <Button size="compact" icon="refresh" onClick={onResend}>
              {t`Send again`}
            </Button>
            <Button size="compact" onClick={onRemove}>
              {t`Remove`}
            </Button>
          </>
        }
      >
        {isUnknown ? <SlipMayHaveArrived /> : error && refusalWords(error, moneyWords)}
      </Notice>
    )
  }
  const isSending = status === 'sending'
  return (
    <Notice
      icon={isSending ? 'upload' : 'clock'}
      title={t`The slip from ${time} waits to be sent`}
      action={
        <Button size="compact" icon="x" disabled={progress >= 1} onClick={onRemove}>
          {t`Cancel sending`}
        </Button>
      }
    >
      {/* The sentence keeps its room while the slip is sent, so that the page below stays where it is. */}
      <div className={styles.steps}>
        <div className={isSending ? styles.room : undefined}>
          {isKept ? (
            <Trans>It is saved on this phone and sent when you are online again.</Trans>
          ) : (
            <SlipNotKept />
          )}
        </div>
        {isSending && <Progress label={t`Sending the slip`} progress={progress} />}
      </div>
    </Notice>
  )
}

/** Shown where the browser refused to store the slip. */
export const SlipNotKept = () => (
  <Trans>
    This browser cannot keep the slip. Please leave the app open until it is sent, within 1 hour of the
    transfer.
  </Trans>
)

/** Shown after a lost response from a backend that cannot recognise a repeated slip. */
export const SlipMayHaveArrived = () => (
  <Trans>
    The connection was lost, and the slip may have arrived. Please check your uploaded slips before you send
    it again.
  </Trans>
)

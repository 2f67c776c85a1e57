import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { mayHaveArrived } from '#data/outbox/outbox-queue.ts'
import { RefusalNotice } from '#components/refusal-notice.tsx'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Progress } from '#ui/message/progress.tsx'
import { Spinner } from '#ui/message/spinner.tsx'
import { SlipMayHaveArrived, SlipNotKept } from './outbox/waiting-slips.tsx'
import type { PreparedSlip } from './prepare-slip.ts'
import styles from './slip-upload.module.css'
import type { useSlipSending } from './use-slip-sending.ts'

interface SlipChosenProps {
  /** The file that the member chose. */
  picture: Blob
  /** The prepared file; undefined while it is being read. */
  slip: PreparedSlip | undefined
  sending: ReturnType<typeof useSlipSending>
  onChoose: () => void
}

/** The chosen picture, with the progress of its upload. */
export function SlipChosen({ picture, slip, sending, onChoose }: SlipChosenProps) {
  const { t } = useLingui()
  const offline = useOffline()
  const { state, canWait, send, cancel } = sending
  if (state.status === 'sending' && slip) {
    return (
      <>
        <Preview picture={picture} />
        <Sending progress={state.progress} size={slip.file.size} onCancel={cancel} />
      </>
    )
  }
  if (state.status === 'waiting' && slip) {
    return (
      <>
        <Preview picture={picture} />
        <Waiting isKept={state.isKept} onSend={() => void send(slip.file)} onCancel={cancel} />
      </>
    )
  }
  // It may have arrived: only the member's own tap sends it again.
  const mayBeThere = state.status === 'refused' && mayHaveArrived(state.error)
  const doubtful = slip?.hasQr === false && state.status === 'idle'
  return (
    <>
      <Preview picture={picture} />
      {!slip && <Spinner label={t`Reading the picture`} />}
      {doubtful && (
        <Notice tone="gold" icon="qr" title={t`No slip QR was found on this picture`}>
          <Trans>
            A slip has a QR at its foot. Without it the slip is most likely refused. Please choose the picture
            that your bank app saved, uncut.
          </Trans>
        </Notice>
      )}
      {mayBeThere && (
        <Notice tone="gold">
          <SlipMayHaveArrived />
        </Notice>
      )}
      {state.status === 'refused' && !mayBeThere && <RefusalNotice error={state.error} />}
      {slip && (
        <Button
          variant={doubtful ? 'quiet' : 'primary'}
          size={doubtful ? 'regular' : 'money'}
          wide
          icon="upload"
          onClick={() => void send(slip.file)}
        >
          {sendLabel()}
        </Button>
      )}
      {offline && slip && state.status === 'idle' && (
        <p className={styles.hint}>
          {canWait
            ? t`You are offline. The slip is sent when you are connected again.`
            : t`You are offline. You can go on when you are connected again.`}
        </p>
      )}
      {/* Last in every case: in a sheet at the window's foot it stays where it is once the picture has been read. */}
      <Button
        wide
        size={doubtful ? 'money' : 'regular'}
        variant={doubtful ? 'primary' : 'quiet'}
        icon="image"
        onClick={onChoose}
      >
        {t`Choose another picture`}
      </Button>
    </>
  )

  function sendLabel() {
    if (state.status === 'refused') return t`Send again`
    return doubtful ? t`Send it anyway` : t`Send slip`
  }
}

function Preview({ picture }: { picture: Blob }) {
  const { t } = useLingui()
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(picture)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [picture],
  )
  return (
    <div className={styles.preview}>
      <img ref={show} alt={t`The chosen slip`} />
    </div>
  )
}

interface WaitingProps {
  /** The slip is stored on the phone, and survives a reload. */
  isKept: boolean
  onSend: () => void
  onCancel: () => void
}

function Waiting({ isKept, onSend, onCancel }: WaitingProps) {
  const { t } = useLingui()
  const offline = useOffline()
  return (
    <>
      <Notice icon={offline ? 'offline' : 'clock'} title={t`The slip waits for the connection`}>
        {isKept ? (
          <Trans>
            It is saved on this phone and sent when you are online again, even if you close the app. It counts
            once, and must arrive within 1 hour of the transfer.
          </Trans>
        ) : (
          <SlipNotKept />
        )}
      </Notice>
      <Button variant="primary" size="money" wide icon="upload" disabled={offline} onClick={onSend}>
        {t`Send again`}
      </Button>
      <Button wide icon="x" onClick={onCancel}>
        {t`Cancel sending`}
      </Button>
    </>
  )
}

interface SendingProps {
  progress: number
  /** Bytes. */
  size: number
  onCancel: () => void
}

function Sending({ progress, size, onCancel }: SendingProps) {
  const { t } = useLingui()
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  const [sent, total] = [megabytes(progress * size), megabytes(size)]
  const arrived = progress >= 1
  return (
    <>
      <Progress label={t`Sending the slip`} progress={progress}>
        {arrived ? (
          <Trans>Sent. Waiting for the answer…</Trans>
        ) : (
          <Trans>
            {sent} of {total} MB sent
          </Trans>
        )}
      </Progress>
      {!arrived && (
        <Button wide icon="x" onClick={onCancel}>
          {t`Cancel sending`}
        </Button>
      )}
    </>
  )
}

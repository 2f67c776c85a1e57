import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ChangeEvent } from 'react'
import { useBusyWhile } from '#data/session/busy.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { isClosed } from '#lib/payments/slip-hours.ts'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { useNow } from '#ui/use-now.ts'
import { prepareSlip, type PreparedSlip, type SlipFault } from './prepare-slip.ts'
import { SlipChosen } from './slip-chosen.tsx'
import { WaitingSlips } from './outbox/waiting-slips.tsx'
import { slipFaultTexts } from './slip-faults.ts'
import { slipHoursQueryOptions } from './slip-hours-queries.ts'
import { SlipReceived } from './slip-received.tsx'
import { SlipClosedNotice, SlipRulesNotice } from './slip-rules-notice.tsx'
import styles from './slip-upload.module.css'
import { useSharedSlip } from './use-shared-slip.ts'
import { useSlipSending } from './use-slip-sending.ts'

interface SlipUploadProps {
  /** Another app has just shared a picture. */
  shared: boolean
  /** The outbox or the server has the shared picture. */
  onHandedOver: () => void
  onClose: () => void
  onStatus: () => void
}

type Chosen = { file: Blob } & ({ status: 'reading' } | { status: 'ready'; slip: PreparedSlip })

/** The slip upload, from choosing a picture to its result. */
export function SlipUpload({ shared, onHandedOver, onClose, onStatus }: SlipUploadProps) {
  const { t } = useLingui()
  useNow(15_000)
  const { data: hours, isPending } = useQuery(slipHoursQueryOptions)
  const [chosen, setChosen] = useState<Chosen>()
  const [fault, setFault] = useState<SlipFault>()
  const input = useRef<HTMLInputElement>(null)
  /** Counts the pictures chosen: the last one counts, whichever is ready last. */
  const turn = useRef(0)
  const sending = useSlipSending()
  useBusyWhile(chosen !== undefined && !sending.isHandedOver)

  const choose = () => input.current?.click()
  async function prepare(file: Blob) {
    const own = (turn.current += 1)
    setFault(undefined)
    sending.reset()
    setChosen({ file, status: 'reading' })
    // When the browser's decoder throws, the picture is broken.
    const slip = await prepareSlip(file).catch(() => ({ fault: 'cut-off' as const }))
    if (own !== turn.current) return
    setChosen('fault' in slip ? undefined : { file, status: 'ready', slip })
    if ('fault' in slip) setFault(slip.fault)
  }
  async function prepareChosen({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file) await prepare(file)
    target.value = ''
  }
  const closed = Boolean(hours && !chosen && (!hours.enabled || isClosed(hours, serverNow())))
  const { missing, offerNext } = useSharedSlip({
    wanted: !isPending && !closed,
    shared,
    take: prepare,
    isHandedOver: sending.isHandedOver,
    onHandedOver,
  })

  if (sending.state.status === 'done') {
    const { reference } = sending.state
    const startOver = () => {
      setChosen(undefined)
      sending.reset()
      void offerNext()
    }
    const goOn = () => void offerNext().then((isOffered) => isOffered || onClose())
    return <SlipReceived reference={reference} onAgain={startOver} onClose={goOn} onStatus={onStatus} />
  }
  if (isPending && !chosen)
    return <SkeletonPart shape={['line', 'button', 'label', 'button']} label={t`Loading`} />
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t`Picture of the slip`}
        onChange={(event) => void prepareChosen(event)}
      />
      {closed && hours ? <SlipClosedNotice hours={hours} /> : !chosen && <SlipRulesNotice hours={hours} />}
      <WaitingSlips except={sending.followed} onStatus={onStatus} />
      {missing && !chosen && !fault && (
        <Notice tone="gold" icon="image" title={t`The shared picture did not arrive`}>
          {t`Please choose the slip from your pictures.`}
        </Notice>
      )}
      {fault && (
        <Notice tone="coral" title={t(slipFaultTexts[fault].title)}>
          {t(slipFaultTexts[fault].text)}
        </Notice>
      )}
      {chosen ? (
        <SlipChosen
          picture={chosen.file}
          slip={chosen.status === 'ready' ? chosen.slip : undefined}
          sending={sending}
          onChoose={choose}
        />
      ) : (
        <>
          <Button variant="primary" size="money" wide icon="image" disabled={closed} onClick={choose}>
            {fault ? t`Choose another picture` : t`Choose the slip`}
          </Button>
          <p className={styles.hint}>{t`JPEG or PNG. The QR on the slip must be whole and sharp.`}</p>
          <Button wide icon="receipt" onClick={onStatus}>
            {t`Uploaded slips`}
          </Button>
        </>
      )}
    </>
  )
}

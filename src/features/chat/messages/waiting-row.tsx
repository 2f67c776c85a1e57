import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { readContent } from '#api/contract/chat-content.ts'
import { mayHaveArrived } from '#data/outbox/outbox-queue.ts'
import { wordsFor } from '#errors/handle-error.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Button } from '#ui/button/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { Progress } from '#ui/message/progress.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { uploadErrorText } from '../composer/attachment-texts.ts'
import type { Waiting } from '../outbox/sending.ts'
import { MessageContent } from './message-content.tsx'
import styles from './message-row.module.css'

interface WaitingRowProps {
  waiting: Waiting
  onResend: (id: string) => void
  onRemove: (id: string) => void
}

/** A message on its way: how far it is, and the way out. */
export function WaitingRow({ waiting, onResend, onRemove }: WaitingRowProps) {
  const { t } = useLingui()
  const { id, content, file, status, progress, error } = waiting
  const failed = status === 'failed'
  return (
    <div className={classNames(styles.row, styles.mine, failed && styles.failed)}>
      <VisuallyHidden>
        <Trans>You said:</Trans>
      </VisuallyHidden>
      {'medium' in content ? (
        <div className={classNames(styles.said, !failed && 'night', styles.picture)}>
          {file && <LocalFile file={file} medium={content.medium} />}
        </div>
      ) : (
        <MessageContent content={readContent(content)} night={!failed} />
      )}
      {status === 'uploading_file' && (
        <div className={styles.progress}>
          <Progress label={t`Sending the file`} progress={progress} />
        </div>
      )}
      <div className={styles.going} aria-live="polite">
        <State waiting={waiting} />
        {failed && (
          <>
            {error && !mayHaveArrived(error) && (
              <span>
                {('medium' in content && uploadErrorText(error, content.medium)) || wordsFor(error)}
              </span>
            )}
            <Button variant="plain" size="compact" icon="refresh" onClick={() => onResend(id)}>
              <Trans>Send again</Trans>
            </Button>
          </>
        )}
        {status !== 'sending' && (
          <Button variant="plain" size="compact" onClick={() => onRemove(id)}>
            {failed ? <Trans>Remove</Trans> : <Trans>Cancel sending</Trans>}
          </Button>
        )}
      </div>
    </div>
  )
}

function State({ waiting: { status, progress, error, isKept } }: Pick<WaitingRowProps, 'waiting'>) {
  const offline = useOffline()
  const percent = Math.round(progress * 100)
  switch (status) {
    case 'failed':
      return (
        <>
          <Icon name="alert" small />
          <span>
            {mayHaveArrived(error) ? (
              <Trans>The answer was lost. It may have arrived.</Trans>
            ) : (
              <Trans>Not sent</Trans>
            )}
          </span>
        </>
      )
    case 'uploading_file':
      return (
        <>
          {/* A screen reader would interrupt the member at every step. */}
          <span aria-hidden>
            <Trans>Sending the file · {percent}%</Trans>
          </span>
          <VisuallyHidden>
            <Trans>Sending the file</Trans>
          </VisuallyHidden>
        </>
      )
    case 'sending':
      return (
        <span>
          <Trans>Sending…</Trans>
        </span>
      )
    case 'waiting':
      return (
        <>
          <Icon name="clock" small />
          <span>
            {offline ? <Trans>Waits for the connection</Trans> : <Trans>Waits to be sent</Trans>}
            {!isKept && (
              <>
                {' · '}
                <Trans>Please leave the app open</Trans>
              </>
            )}
          </span>
        </>
      )
  }
}

function LocalFile({ file, medium }: { file: Blob; medium: 'image' | 'video' }) {
  return medium === 'image' ? <LocalPicture file={file} /> : <LocalVideo file={file} />
}

function showIn(box: HTMLImageElement | HTMLVideoElement, file: Blob): () => void {
  const address = URL.createObjectURL(file)
  box.src = address
  return () => URL.revokeObjectURL(address)
}

function LocalPicture({ file }: { file: Blob }) {
  const { t } = useLingui()
  const show = useCallback((box: HTMLImageElement) => showIn(box, file), [file])
  const [isUnreadable, setUnreadable] = useState(false)
  if (isUnreadable) {
    return (
      <span className={styles.file}>
        <Icon name="clip" small />
        {t`The picture you chose`}
      </span>
    )
  }
  return <img ref={show} alt={t`The picture you chose`} onError={() => setUnreadable(true)} />
}

function LocalVideo({ file }: { file: Blob }) {
  const { t } = useLingui()
  const show = useCallback((box: HTMLVideoElement) => showIn(box, file), [file])
  return <video ref={show} muted playsInline aria-label={t`The video you chose`} />
}

import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { readContent } from '#api/contract/chat-content.ts'
import type { ChatMessage } from '#api/contract/chat.ts'
import { bangkokDay, formatDate, formatTime } from '#i18n/format.ts'
import { classNames } from '#ui/class-names.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { isMine } from '../conversation/conversation-rules.ts'
import { MessageContent } from './message-content.tsx'
import styles from './message-row.module.css'
import type { Row } from './row-rules.ts'
import { WaitingRow } from './waiting-row.tsx'

interface MessageRowProps extends Omit<Row, 'key'> {
  /** In Bangkok, `YYYY-MM-DD`. */
  today: string
  onResend: (id: string) => void
  onRemove: (id: string) => void
  onAnswer: (title: string, payload: string) => void
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, waiting, opensSession, showsTime, today, onResend, onRemove, onAnswer } = props
  if (waiting) return <WaitingRow waiting={waiting} onResend={onResend} onRemove={onRemove} />
  if (!message) return null
  return (
    <>
      {opensSession && (
        <p className={styles.ended}>
          <Trans>End of conversation</Trans>
        </p>
      )}
      <Said message={message} showsTime={showsTime} today={today} onAnswer={onAnswer} />
    </>
  )
})

interface SaidProps {
  message: ChatMessage
  today: string
  showsTime: boolean
  onAnswer: (title: string, payload: string) => void
}

function Said({ message, showsTime, today, onAnswer }: SaidProps) {
  const mine = isMine(message)
  return (
    <div className={classNames(styles.row, mine && styles.mine)}>
      <VisuallyHidden>{mine ? <Trans>You said:</Trans> : <Trans>Support said:</Trans>}</VisuallyHidden>
      <MessageContent content={readContent(message.message)} night={mine} onAnswer={onAnswer} />
      {showsTime && (
        <span className={styles.when}>
          <When at={message.createdAt} today={today} />
          {mine && (
            <>
              {' · '}
              <Trans>Sent</Trans>
            </>
          )}
        </span>
      )}
    </div>
  )
}

function When({ at, today }: { at: string; today: string }) {
  const isToday = bangkokDay(at) === today
  return <time dateTime={at}>{isToday ? formatTime(at) : `${formatDate(at)} · ${formatTime(at)}`}</time>
}

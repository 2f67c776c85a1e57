import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { ChatMessage } from '#api/contract/chat.ts'
import { bangkokDay } from '#i18n/format.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { Button } from '#ui/button/button.tsx'
import { Spinner } from '#ui/message/spinner.tsx'
import { useNow } from '#ui/use-now.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { ConversationState } from '../conversation/conversation.ts'
import { isMine, messageKey } from '../conversation/conversation-rules.ts'
import type { Waiting } from '../outbox/sending.ts'
import { MessageBlock } from './message-block.tsx'
import styles from './message-list.module.css'
import { MessageRow } from './message-row.tsx'
import { createVisibilityObserver } from './visibility-observer.ts'
import { blocksOf, rowsOf } from './row-rules.ts'
import { useStickToEnd } from './use-stick-to-end.ts'
import { messageText } from './message-text.ts'

const byKeyboard = { tabIndex: 0 }

interface MessageListProps {
  conversation: ConversationState
  waiting: readonly Waiting[]
  /** The top came into view. */
  onTop: () => void
  /** The newest message is in view. */
  onEnd: () => void
  onResend: (id: string) => void
  onRemove: (id: string) => void
  onAnswer: (title: string, payload: string) => void
  /** In place of messages where there are none. */
  empty: ReactNode
}

/** The conversation. Only messages near the viewport are rendered, however long it is. */
export function MessageList(props: MessageListProps) {
  const { conversation, waiting, onTop, onEnd, onResend, onRemove, onAnswer, empty } = props
  const { t } = useLingui()
  const { messages, older } = conversation
  const [observer] = useState(() => createVisibilityObserver('[role="log"]'))
  const today = bangkokDay(useNow(60_000))
  const rows = useMemo(() => rowsOf(messages, waiting), [messages, waiting])
  const blocks = blocksOf(rows, conversation.origin)
  // A long conversation opens at its end, so only the last blocks are rendered at first.
  const [far] = useState(() => new Set(blocks.slice(0, -2).map(({ id }) => id)))
  const last = rows.at(-1)
  const { scroller, isAtEnd, hasNew, go, onScroll } = useStickToEnd(last?.key, last?.waiting !== undefined)
  const newest = messages.at(-1)
  const [openedAt] = useState(serverNow)
  // What the member sent from here has arrived; what is older than this list is read with the rest.
  const wordsOf = (message: ChatMessage) =>
    isMine(message) ? Date.parse(message.createdAt) > openedAt && t`Sent` : messageText(message)

  useEffect(() => {
    if (!isAtEnd || !newest) return
    const seen = () => document.visibilityState === 'visible' && onEnd()
    seen()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [isAtEnd, newest, onEnd])

  const watchTop = useCallback(
    (sentinel: HTMLElement) => observer.watch(sentinel, (isNear) => isNear && onTop()),
    [observer, onTop],
  )
  return (
    <div className={styles.frame}>
      {/* Reached by the keyboard, so that it can be scrolled by it. */}
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={t`Messages of the chat`}
        {...byKeyboard}
        onScroll={onScroll}
      >
        <div className={styles.talk}>
          <div className={styles.top}>
            {older === 'loading' && <Spinner label={t`Loading earlier messages`} />}
            {older === 'failed' && (
              <Button size="compact" icon="refresh" onClick={onTop}>
                <Trans>Load earlier messages</Trans>
              </Button>
            )}
            {/* A new one after each page, so that a top still in view is noticed again. */}
            {older === 'more' && rows.length > 0 && <i key={rows[0]?.key} ref={watchTop} />}
          </div>
          {rows.length === 0 && empty}
          {blocks.map(({ id, rows: shown }) => (
            <MessageBlock key={id} observer={observer} count={shown.length} initiallyNear={!far.has(id)}>
              {() =>
                shown.map(({ key, ...row }) => (
                  <MessageRow
                    key={key}
                    {...row}
                    today={today}
                    onResend={onResend}
                    onRemove={onRemove}
                    onAnswer={onAnswer}
                  />
                ))
              }
            </MessageBlock>
          ))}
        </div>
      </div>
      {hasNew && (
        <Button size="compact" icon="down" className={styles.down} onClick={go}>
          <Trans>New messages</Trans>
        </Button>
      )}
      <VisuallyHidden>
        <span aria-live="polite">{newest && <span key={messageKey(newest)}>{wordsOf(newest)}</span>}</span>
      </VisuallyHidden>
    </div>
  )
}

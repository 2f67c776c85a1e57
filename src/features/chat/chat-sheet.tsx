import { Trans, useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { LoadFailed } from '#components/load-failed.tsx'
import { useOffline } from '#pwa/use-connection.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/list/skeleton.tsx'
import { StateView } from '#ui/message/state-view.tsx'
import { TallSheet } from '#ui/dialog/tall-sheet.tsx'
import { outboxOwner } from './chat-person.ts'
import type { ChatSession } from './chat-session.ts'
import styles from './chat-sheet.module.css'
import { Composer } from './composer/composer.tsx'
import { QuickReplies } from './composer/quick-replies.tsx'
import { MessageList } from './messages/message-list.tsx'
import { useChat } from './use-chat.ts'

/** The chat with customer support. */
export function ChatSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const chat = useChat()
  return (
    <TallSheet
      onClose={onClose}
      title={t`Customer support`}
      subtitle={chat.session && !chat.refused && <ConnectionStatus session={chat.session} />}
      picture={<img src="/champa.svg" alt="" width={40} height={40} />}
      backLabel={t`Back`}
      closeLabel={t`Close`}
    >
      {chat.session ? (
        <Chat {...chat} session={chat.session} />
      ) : chat.refused || chat.isUnknown ? (
        <Refused queries={chat.queries} />
      ) : (
        <Loading />
      )}
    </TallSheet>
  )
}

function ConnectionStatus({ session }: { session: ChatSession }) {
  const offline = useOffline()
  const connected = useAtomValue(session.connectedAtom)
  return (
    <span className={classNames(styles.status, connected && !offline && styles.connected)}>
      <i />
      {offline && <Trans>Offline</Trans>}
      {!offline && (connected ? <Trans>Connected</Trans> : <Trans>Connecting…</Trans>)}
    </span>
  )
}

type ChatProps = ReturnType<typeof useChat> & { session: ChatSession }

function Chat({ session, refused, queries }: ChatProps) {
  const conversation = useAtomValue(session.conversation.stateAtom)
  const waiting = useAtomValue(session.sending.waitingAtom)
  const { sending } = session
  const answer = useCallback(
    (title: string, payload: string) =>
      void sending.write({ message_type: 'postback', payload: { title, payload } }),
    [sending],
  )
  const older = useCallback(() => void session.conversation.loadOlder(), [session])
  return (
    <>
      {refused && waiting.length === 0 ? (
        <Refused queries={queries} />
      ) : (
        <MessageList
          conversation={conversation}
          waiting={waiting}
          onTop={older}
          onEnd={session.conversation.read}
          onResend={sending.resend}
          onRemove={sending.remove}
          onAnswer={answer}
          empty={<EmptyChat session={session} />}
        />
      )}
      <div className={styles.foot}>
        {waiting.length === 0 && <QuickReplies newest={conversation.messages.at(-1)} onAnswer={answer} />}
        <Composer
          key={outboxOwner(session.person)}
          owner={outboxOwner(session.person)}
          disabled={refused}
          onText={(text) => void sending.write({ message_type: 'text', payload: { text } })}
          onFile={(medium, file) => void sending.write({ medium, file })}
        />
      </div>
    </>
  )
}

function Refused({ queries }: Pick<ChatProps, 'queries'>) {
  return (
    <div className={styles.state}>
      <LoadFailed queries={queries} title={<Trans>Cannot start chatting</Trans>} />
    </div>
  )
}

/** Shown without messages: they are loading, could not be loaded, or there are none yet. */
function EmptyChat({ session }: { session: ChatSession }) {
  const { phase } = useAtomValue(session.conversation.stateAtom)
  const offline = useOffline()
  if (phase === 'loading' && !offline) return <Loading />
  if (phase === 'ready') {
    return (
      <StateView
        card={false}
        art="empty"
        title={<Trans>How can we help?</Trans>}
        text={<Trans>Write to us. The answer comes here.</Trans>}
      />
    )
  }
  return (
    <LoadFailed
      queries={[{ isFetching: false, refetch: session.conversation.catchUp }]}
      title={<Trans>This could not be loaded</Trans>}
      offlineText={<Trans>What you write now is sent once you are connected.</Trans>}
    />
  )
}

const widths = ['58%', '42%', '66%']

function Loading() {
  const { t } = useLingui()
  return (
    <div className={styles.loading} aria-busy>
      {widths.map((width, at) => (
        <Skeleton key={width} width={width} height="2.5rem" className={at % 2 ? styles.mine : undefined} />
      ))}
      <output className="visually-hidden">{t`Loading the chat`}</output>
    </div>
  )
}

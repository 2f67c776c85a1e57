import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { modalLink } from '#data/modal-link.ts'
import { useHasChat } from '#features/chat/entry/use-has-chat.ts'
import { classNames } from '#ui/class-names.ts'
import { buttonClass } from '#ui/button/button.tsx'
import { iconButtonClass } from '#ui/button/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconWithBadge } from '#ui/frame/tab-bar.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './-chat-entry.module.css'

/**
 * The way into the chat on the contact page, where the site has a chat. Until that is known, it keeps its place unseen, so that
 * nothing moves; not when it cannot be known.
 */
export function ChatEntry() {
  const hasChat = useHasChat()
  if (hasChat === false || hasChat === null) return null
  return (
    <Link
      {...modalLink('chat')}
      className={classNames(buttonClass({ variant: 'primary', wide: true }), !hasChat && styles.waiting)}
    >
      <Icon name="chat" />
      <Trans>Chat with us</Trans>
    </Link>
  )
}

/** The way into the chat on every other page, in its top bar. `badge`: says in words what is new there. */
export function ChatIcon({ badge }: { badge: ReactNode }) {
  const hasChat = useHasChat()
  if (hasChat === false) return null
  return (
    <span className={classNames(styles.chat, !hasChat && styles.waiting)}>
      <Link {...modalLink('chat')} className={iconButtonClass()}>
        <IconWithBadge icon="chat" badge={badge} />
        <VisuallyHidden>
          <Trans>Chat</Trans>
        </VisuallyHidden>
      </Link>
    </span>
  )
}

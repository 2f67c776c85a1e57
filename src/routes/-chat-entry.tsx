import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { chatWidgetQueryOptions } from '#data/site-config-queries.ts'
import { buttonClass } from '#ui/button.tsx'
import { iconButtonClass } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './-chat-entry.module.css'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page ends with a link to the chat, because members may get stuck there. */
    chatBubble?: boolean
  }
}

const opening = {
  to: '.',
  search: <Search extends object>(search: Search) => ({ ...search, open: 'chat' as const }),
  state: { modal: true },
  resetScroll: false,
} as const

/** The way into the chat on the contact page, where the site has a chat. */
export function ChatEntry() {
  const enabled = useQuery(chatWidgetQueryOptions).data?.enabled
  if (!enabled) return null
  return (
    <Link {...opening} className={buttonClass({ variant: 'primary', wide: true })}>
      <Icon name="chat" />
      <Trans>Chat with us</Trans>
    </Link>
  )
}

/** The same at the end of pages that want it: as their last line it covers nothing. */
export function ChatBubble() {
  const wanted = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.chatBubble) })
  if (!wanted) return null
  return (
    <div className={styles.line}>
      <Bubble />
    </div>
  )
}

function Bubble() {
  const { t } = useLingui()
  const { data } = useQuery(chatWidgetQueryOptions)
  if (!data?.enabled) return null
  return (
    <Link {...opening} className={iconButtonClass('plain', styles.bubble)} aria-label={t`Chat with us`}>
      <Icon name="chat" />
    </Link>
  )
}

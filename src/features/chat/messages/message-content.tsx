import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, useEffect, useState } from 'react'
import type { ChatButton, ChatCard, ChatContent } from '#api/contract/chat-content.ts'
import { opensPicturesHere, PictureDialog } from '#components/picture-dialog.tsx'
import { onBack } from '#pwa/use-connection.ts'
import { Button, buttonClass } from '#ui/button/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { phoneLink, safeAddress, safeLink, textParts } from './address-rules.ts'
import { withUniqueKeys } from './unique-keys.ts'
import styles from './message-row.module.css'

interface MessageContentProps {
  content: ChatContent
  /** Stands on a dark ground, as what the member said does. */
  night?: boolean
  /** A button's answer; without it the buttons are only to be seen. */
  onAnswer?: (title: string, payload: string) => void
}

/** What was said, by its type. Words are shown as words, whatever is in them. */
export function MessageContent({ content, night, onAnswer }: MessageContentProps) {
  switch (content.message_type) {
    case 'media':
      return <Media {...content.payload} night={night} />
    case 'postback':
      return <Words words={content.payload.title} night={night} />
    case 'buttons':
      return (
        <>
          <Words words={content.payload.text} night={night} />
          <Buttons buttons={content.payload.buttons} onAnswer={onAnswer} />
        </>
      )
    case 'generic':
      return (
        <div className={styles.cards}>
          {withUniqueKeys(content.payload.elements).map(([key, card]) => (
            <Card key={key} card={card} onAnswer={onAnswer} />
          ))}
        </div>
      )
    case 'text':
    case 'quick_replies':
    case 'other':
      return <Words words={content.payload.text} night={night} />
  }
}

function Words({ words, night }: { words: string; night?: boolean }) {
  if (words.trim() === '') {
    return (
      <p className={classNames(styles.said, night && 'night', styles.unreadable)}>
        <Trans>This message cannot be shown here</Trans>
      </p>
    )
  }
  return (
    <p className={classNames(styles.said, night && 'night')}>
      {textParts(words).map(({ text, href, at }) =>
        href ? (
          <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  )
}

/** Whether a picture could not be loaded. It is tried again when the connection is back, whose loss may have been the reason. */
function useUnreadable() {
  const unreadable = useState(false)
  const [, setUnreadable] = unreadable
  useEffect(() => onBack(() => setUnreadable(false)), [setUnreadable])
  return unreadable
}

interface MediaProps extends Pick<MessageContentProps, 'night'> {
  message: string | null
  url: string
  fileType: 'image' | 'video' | 'file'
}

function Media({ message, url, fileType: told, night }: MediaProps) {
  const { t } = useLingui()
  // A file that is no picture, or could not be loaded, is a link alone.
  const [isUnreadable, setUnreadable] = useUnreadable()
  const [shown, setShown] = useState<string>()
  const fileType = isUnreadable ? 'file' : told
  const href = safeAddress(url)
  if (!href) return <Words words={message ?? ''} night={night} />
  const outside = { target: '_blank', rel: 'noopener noreferrer nofollow' }
  const title = message || t`Picture`
  const open = (event: MouseEvent) => {
    if (!opensPicturesHere()) return
    event.preventDefault()
    setShown(href)
  }
  return (
    <div className={classNames(styles.said, night && 'night', fileType !== 'file' && styles.picture)}>
      {fileType === 'image' && (
        <>
          <PictureDialog title={title} address={shown} onClose={() => setShown(undefined)} />
          <a href={href} {...outside} onClick={open}>
            <img src={href} alt={title} loading="lazy" decoding="async" onError={() => setUnreadable(true)} />
          </a>
        </>
      )}
      {fileType === 'video' && (
        <video src={href} controls preload="metadata" playsInline aria-label={message || t`Video`}>
          <track kind="captions" />
        </video>
      )}
      {fileType === 'file' && (
        <a href={href} {...outside} className={styles.file}>
          <Icon name="clip" small />
          {t`Open the file`}
        </a>
      )}
      {message && <p>{message}</p>}
    </div>
  )
}

interface ButtonsProps extends Pick<MessageContentProps, 'onAnswer'> {
  buttons: ChatButton[]
}

function Buttons({ buttons, onAnswer }: ButtonsProps) {
  return (
    <div className={styles.answers}>
      {withUniqueKeys(buttons).map(([key, button]) => (
        <Answer key={key} button={button} onAnswer={onAnswer} />
      ))}
    </div>
  )
}

function Answer({ button, onAnswer }: { button: ChatButton } & Pick<MessageContentProps, 'onAnswer'>) {
  if (button.type === 'postback') {
    return (
      <Button wide disabled={!onAnswer} onClick={() => onAnswer?.(button.title, button.payload ?? '')}>
        {button.title}
      </Button>
    )
  }
  const isCall = button.type === 'phone_number'
  const href = isCall ? phoneLink(button.payload) : safeLink(button.url)
  // A button that leads nowhere safe is a word.
  if (!href) return <Words words={button.title} />
  return (
    <a
      className={buttonClass({ wide: true })}
      href={href}
      rel="noopener noreferrer nofollow"
      {...(!isCall && { target: '_blank' })}
    >
      {isCall && <Icon name="phone" small />}
      {button.title}
    </a>
  )
}

function Card({ card, onAnswer }: { card: ChatCard } & Pick<MessageContentProps, 'onAnswer'>) {
  const { title, subtitle, image_url: image, default_action: action, buttons } = card
  const [isUnreadable, setUnreadable] = useUnreadable()
  const picture = isUnreadable ? undefined : safeAddress(image ?? '')
  const href = action ? safeLink(action.url) : undefined
  return (
    <article className={styles.card}>
      {picture && (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setUnreadable(true)} />
      )}
      <div>
        <b>
          {href ? (
            <a href={href} target="_blank" rel="noopener noreferrer nofollow">
              {title}
            </a>
          ) : (
            title
          )}
        </b>
        {subtitle && <p>{subtitle}</p>}
        {withUniqueKeys(buttons ?? []).map(([key, button]) => (
          <Answer key={key} button={button} onAnswer={onAnswer} />
        ))}
      </div>
    </article>
  )
}

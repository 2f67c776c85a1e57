import { useLingui } from '@lingui/react/macro'
import { readContent } from '#api/contract/chat-content.ts'
import type { ChatMessage } from '#api/contract/chat.ts'
import { Choice } from '#ui/form/choices.tsx'
import { safeAddress } from '../messages/address-rules.ts'
import { withUniqueKeys } from '../messages/unique-keys.ts'
import styles from './composer.module.css'

interface QuickRepliesProps {
  /** The newest message: its quick replies are offered until the next message. */
  newest: ChatMessage | undefined
  onAnswer: (title: string, payload: string) => void
}

export function QuickReplies({ newest, onAnswer }: QuickRepliesProps) {
  const { t } = useLingui()
  const content = newest && readContent(newest.message)
  if (content?.message_type !== 'quick_replies') return null
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{t`Quick answers`}</legend>
      {withUniqueKeys(content.payload.quick_replies).map(([key, { title, payload, image_url: image }]) => {
        const picture = safeAddress(image ?? '')
        return (
          <Choice key={key} onClick={() => onAnswer(title, payload ?? '')}>
            {picture && <img src={picture} alt="" width={20} height={20} />}
            {title}
          </Choice>
        )
      })}
    </fieldset>
  )
}

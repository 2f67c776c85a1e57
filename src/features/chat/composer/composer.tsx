import { Plural, useLingui } from '@lingui/react/macro'
import { useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { MAX_MESSAGE_LENGTH, messageLength } from '#api/contract/chat-content.ts'
import { classNames } from '#ui/class-names.ts'
import { Control } from '#ui/form/control.tsx'
import { keyboardComes } from '#ui/form/field.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { toast } from '#ui/message/toast.ts'
import { acceptedTypes, checkAttachment, type Medium } from './attachment-rules.ts'
import { attachmentErrorText } from './attachment-texts.ts'
import styles from './composer.module.css'
import { useDraft } from './draft.ts'

/** From this length on, the remaining characters are shown. */
const countFrom = MAX_MESSAGE_LENGTH - 100

interface ComposerProps {
  /** The owner of the draft. */
  owner: string
  disabled: boolean
  onText: (text: string) => void
  onFile: (medium: Medium, file: File) => void
}

export function Composer({ owner, disabled, onText, onFile }: ComposerProps) {
  const { t } = useLingui()
  const [text, write] = useDraft(owner)
  const files = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const countId = useId()
  const placeholder = t`Write a message`
  // A text never has more characters than code units, so a short one needs no counting.
  const length = text.length > countFrom ? messageLength(text.trim()) : 0
  const left = MAX_MESSAGE_LENGTH - length
  const over = -left

  const send = () => {
    area.current?.focus()
    if (disabled || text.trim() === '' || left < 0) return
    onText(text.trim())
    write('')
  }
  const attach = (chosen: readonly File[]) => {
    for (const file of chosen) {
      const checked = checkAttachment(file)
      if (typeof checked === 'string') onFile(checked, file)
      else toast({ tone: 'coral', title: attachmentErrorText(checked.error), id: 'chat-attachment' })
    }
  }
  const keyed = (event: KeyboardEvent) => {
    // On a phone Enter starts a new line, and during IME composition it belongs to that.
    const sends = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!sends || !matchMedia('(pointer: fine)').matches) return
    event.preventDefault()
    send()
  }
  const pasted = (event: ClipboardEvent) => {
    const { files: inHand } = event.clipboardData
    if (inHand.length === 0) return
    event.preventDefault()
    attach([...inHand])
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {length > countFrom && (
        <output id={countId} className={classNames(styles.count, left < 0 && styles.over)}>
          {left >= 0 ? (
            <Plural value={left} one={`${left} character left`} other={`${left} characters left`} />
          ) : (
            <Plural value={over} one={`${over} character too many`} other={`${over} characters too many`} />
          )}
        </output>
      )}
      <IconButton
        icon="clip"
        label={t`Attach a picture or video`}
        disabled={disabled}
        onClick={() => files.current?.click()}
      />
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={acceptedTypes}
        onChange={({ target }) => {
          attach([...(target.files ?? [])])
          // Otherwise choosing the same file again would fire no event.
          target.value = ''
        }}
      />
      <Control className={styles.control} disabled={disabled}>
        <div className={styles.growing} data-text={text || placeholder}>
          <textarea
            ref={area}
            rows={1}
            value={text}
            disabled={disabled}
            aria-label={t`Your message`}
            aria-describedby={length > countFrom ? countId : undefined}
            aria-invalid={left < 0 || undefined}
            placeholder={placeholder}
            onFocus={keyboardComes}
            onChange={({ target }) => write(target.value)}
            onKeyDown={keyed}
            onPaste={pasted}
          />
        </div>
      </Control>
      <IconButton type="submit" icon="send" variant="primary" label={t`Send`} disabled={disabled} />
    </form>
  )
}
